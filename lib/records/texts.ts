import { type Field, type Filter, readTexts } from "@/lib/catalogue"
import { escapeLike, type Parameters, quoteText } from "../db"

/**
 * The schema of the functions by which texts are compared, one for a whole database: whoever matches parts
 * of texts has called `migrateTexts` before.
 */
export const textsSchema = "texts"

/** A column of a table of records, as far as its texts go. */
interface TextColumn {
  readonly sql: string
  readonly source: {
    readonly from: string
    readonly names?: readonly string[]
    readonly field?: Field
  }
}

/** A text in one letter case, whatever the database's own locale is. */
export const printFolded = (text: string) => `${textsSchema}.fold(${text})`

/** Its pieces of three letters, by which an index finds it. */
export const printPieces = (text: string): string => `${textsSchema}.pieces(${text})`

/** Whether a text contains another, or begins with it, in any letter case. */
export function printTextMatch(
  column: string,
  { operator, text }: { operator: "contains" | "begins"; text: string },
  parameters: Parameters,
): string {
  const pattern = `${operator === "contains" ? "%" : ""}${escapeLike(text)}%`
  return `${printFolded(column)} like ${printFolded(`${parameters.add(pattern)}::text`)}`
}

/** From so many letters on an index finds a text by its pieces. */
const minIndexedLetters = 3

/** The condition by which an index finds rows whose text may contain another; none where none can. */
export function printIndexedText(
  columns: readonly TextColumn[],
  column: TextColumn,
  { operator, value }: Filter,
  parameters: Parameters,
): string[] {
  const text = `${value ?? ""}`
  if (operator !== "contains" && operator !== "begins") return []
  const texts = textsOf(columns)
  const isIndexed = column.source.from === "record" || texts.includes(readable(column.sql))
  if (!isIndexed || texts.length === 0 || [...text].length < minIndexedLetters) return []
  const pieces = printPieces(`${parameters.add(text)}::text`)
  return [`${printPieces(printTexts(columns))} @> ${pieces}`]
}

const readable = (sql: string) => `coalesce(${sql}, '')`

/** The texts of a record that are searched, each by its expression; none for records without. */
export const textsOf = (columns: readonly TextColumn[]): string[] =>
  columns.flatMap(({ sql, source }) => {
    const { names = [], field } = source
    const texts = field ? readTexts(names[0] ?? "", field) : "none"
    if (texts === "none") return []
    if (texts === "own") return [readable(sql)]
    return texts.map((name) =>
      readable(`${textsSchema}.inner(${sql}, ${quoteText(`$[*].${JSON.stringify(name)}`)})`),
    )
  })

/** All of them as one text, a line each; null where a record has none to read. */
export function printTexts(columns: readonly TextColumn[]): string {
  const texts = textsOf(columns)
  return texts.length > 0 ? `(${texts.join(" || E'\\n' || ")})` : "null::text"
}
