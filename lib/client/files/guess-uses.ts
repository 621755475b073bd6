import type { FileTable } from "./read-csv"

/** A possible use of a file's column. */
export interface ColumnUse {
  readonly id: string
  /** Accepted headers: names of the field, in any language. */
  readonly heads: readonly string[]
  /** True for values that indicate this use, whatever the header. */
  readonly fits?: (value: string) => boolean
  /** Uses of one kind exclude each other; the first match wins. */
  readonly kind?: string
}

const folded = (text: string) => text.normalize("NFC").trim().toLowerCase()
const squeezed = (text: string) => folded(text).replaceAll(/[\s_.·-]/g, "")

/** The share of a column's values that must indicate a use. */
const mostOf = 0.6

function fitsMost({ rows }: FileTable, at: number, fits: (value: string) => boolean): boolean {
  const values = rows.flatMap(({ cells }) => cells[at]?.trim() || [])
  return values.length > 0 && values.filter(fits).length >= values.length * mostOf
}

/** Guesses each column's use by header and values; null if unknown. */
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
