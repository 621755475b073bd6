/** A cell of an answer, by whose rows it is asked: a bucket in ISO 8601 and a group of the question's, all where none is said. */
export interface SeriesCell {
  readonly from: string
  readonly to: string
  readonly group?:
    | { readonly kind: "key"; readonly key: string | null }
    | { readonly kind: "other" }
}

/** The points of several people that a row stands for, which may not be told from each other; its value is their mean (`docs/small-groups.md`). */
export interface RowBlock {
  readonly points: number
  /** How many of them have a value. */
  readonly valued: number
  /** Whether all its points have the row's label. */
  readonly labels: "one" | "several"
  /** Whether they are of the row's department, of it and those below it, or of several. */
  readonly departments: "one" | "below" | "several"
  /** The time that they lie in, ISO 8601; the end is excluded. */
  readonly from: string
  readonly to: string
}

/** One data point behind a cell, or with `block` a group of them, without persons and moments. */
export interface SeriesRow {
  readonly label: string | null
  readonly timeStamp: string | null
  readonly value: number | null
  readonly departmentId: string | null
  readonly userId: string | null
  readonly block?: RowBlock
}

/** The rows behind a cell, a page of them; `count` is that of the whole cell, null where it is suppressed. */
export interface SeriesRows {
  readonly count: number | null
  readonly rows: readonly SeriesRow[]
  /** Where the next page begins: the parameter `after`. */
  readonly after?: string
  /** As in `SeriesAnswer`. */
  readonly least?: number
}

/** The parameters of a question about rows that name its cell. */
export const cellParameters = ["cell.from", "cell.to", "cell.group"] as const

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/

const isInstant = (text: string | null): text is string =>
  text !== null && instant.test(text) && !Number.isNaN(Date.parse(text))

/** Adds a cell to the parameters of its question: `cell.from`, `cell.to` and `cell.group`, which is `other`, `none` or `key:` and the key. */
export function printCell(cell: SeriesCell, search: URLSearchParams): URLSearchParams {
  const printed = new URLSearchParams(search)
  printed.set("cell.from", cell.from)
  printed.set("cell.to", cell.to)
  const { group } = cell
  if (group?.kind === "other") printed.set("cell.group", "other")
  else if (group) printed.set("cell.group", group.key === null ? "none" : `key:${group.key}`)
  return printed
}

function parseGroup(text: string | null): SeriesCell["group"] | false {
  if (text === null) return undefined
  if (text === "other") return { kind: "other" }
  if (text === "none") return { kind: "key", key: null }
  return text.startsWith("key:") && { kind: "key", key: text.slice(4) }
}

/** The cell that parameters name, the inverse of `printCell`; undefined where they name none, or not one that can be. */
export function parseCell(search: URLSearchParams): SeriesCell | undefined {
  const [from, to] = [search.get("cell.from"), search.get("cell.to")]
  const group = parseGroup(search.get("cell.group"))
  if (!isInstant(from) || !isInstant(to) || group === false || from >= to) return undefined
  return { from, to, ...(group && { group }) }
}
