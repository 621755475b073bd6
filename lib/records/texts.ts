import { type Field, type Filter, readTexts } from "@/lib/catalogue"
import { escapeLike, type Parameters, quoteText } from "../db"

/**
 * The schema of the text comparison functions, one per database. Callers that match parts of texts
 * must have called `migrateTexts` before.
 */
export const textsSchema = "texts"

/** The column properties that text search needs. */
interface TextColumn {
  readonly sql: string
  readonly source: {
    readonly from: string
    readonly names?: readonly string[]
    readonly field?: Field
  }
}

/** A text in one letter case, independent of the database's locale. */
export const printFolded = (text: string) => `${textsSchema}.fold(${text})`

/** Its trigrams, used by the index. */
export const printPieces = (text: string): string => `${textsSchema}.pieces(${text})`

/** Whether a text contains another, or starts with it, ignoring case. */
export function printTextMatch(
  column: string,
  { operator, text }: { operator: "contains" | "begins"; text: string },
  parameters: Parameters,
): string {
  const pattern = `${operator === "contains" ? "%" : ""}${escapeLike(text)}%`
  return `${printFolded(column)} like ${printFolded(`${parameters.add(pattern)}::text`)}`
}

/** Minimum number of letters for the trigram index. */
const minIndexedLetters = 3

/**
 * The condition by which the index finds rows whose text may contain another. None if it cannot be
 * indexed.
 */
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

/** The searchable texts of a record as expressions. Empty if it has none. */
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

/** All searchable texts as one, one per line. Null if a record has none. */
export function printTexts(columns: readonly TextColumn[]): string {
  const texts = textsOf(columns)
  return texts.length > 0 ? `(${texts.join(" || E'\\n' || ")})` : "null::text"
}
