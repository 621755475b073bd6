import type { FileTable } from "./read-csv"

/** What a column of a file can be for. */
export interface ColumnUse {
  readonly id: string
  /** What its head may be: names of the field, in any language. */
  readonly heads: readonly string[]
  /** True for a value that speaks for it, whatever the head is. */
  readonly fits?: (value: string) => boolean
  /** Uses of one kind exclude each other; the first that a column is found for is taken. */
  readonly kind?: string
}

const folded = (text: string) => text.normalize("NFC").trim().toLowerCase()
const squeezed = (text: string) => folded(text).replaceAll(/[\s_.·-]/g, "")

/** So many of a column's values have to speak for a use. */
const mostOf = 0.6

function fitsMost({ rows }: FileTable, at: number, fits: (value: string) => boolean): boolean {
  const values = rows.flatMap(({ cells }) => cells[at]?.trim() || [])
  return values.length > 0 && values.filter(fits).length >= values.length * mostOf
}

/** For each column of a file the id of its use, guessed by its head and its values; null where nothing is known of it. */
export function guessUses(table: FileTable, uses: readonly ColumnUse[]): (string | null)[] {
  const { cells: heads } = table.head
  const found: (string | null)[] = heads.map(() => null)
  const kinds = new Set<string>()
  for (const { id, heads: names, fits, kind } of uses) {
    if (kind !== undefined && kinds.has(kind)) continue
    const isFree = (at: number) => found[at] === null && heads[at]?.trim() !== ""
    const byHead = (form: (text: string) => string) =>
      heads.findIndex((head, at) => isFree(at) && names.some((name) => form(name) === form(head)))
    const at = [
      byHead(folded),
      byHead(squeezed),
      fits ? heads.findIndex((_, place) => isFree(place) && fitsMost(table, place, fits)) : -1,
    ].find((place) => place >= 0)
    if (at === undefined) continue
    found[at] = id
    if (kind !== undefined) kinds.add(kind)
  }
  return found
}
