/**
 * A cell of an answer whose rows are requested: a bucket in ISO 8601, and a group of the question,
 * or all groups if absent.
 */
export interface SeriesCell {
  readonly from: string
  readonly to: string
  readonly group?:
    | { readonly kind: "key"; readonly key: string | null }
    | { readonly kind: "other" }
}

/**
 * The points of several people in one row, which may not be separated. The row's value is their
 * mean (`docs/small-groups.md`).
 */
export interface RowBlock {
  readonly points: number
  /** Points with a value. */
  readonly valued: number
  /** Whether all its points have the row's label. */
  readonly labels: "one" | "several"
  /** Whether its points are of the row's department, of it and its descendants, or of several. */
  readonly departments: "one" | "below" | "several"
  /** The interval of its points, ISO 8601. The end is exclusive. */
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

/**
 * A page of the rows behind a cell. `count` is that of the whole cell, null if it is suppressed.
 */
export interface SeriesRows {
  readonly count: number | null
  readonly rows: readonly SeriesRow[]
  /** Where the next page begins: the parameter `after`. */
  readonly after?: string
  /** Same as in `SeriesAnswer`. */
  readonly least?: number
}

/** The parameters that identify a cell. */
export const cellParameters = ["cell.from", "cell.to", "cell.group"] as const

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/

const isInstant = (text: string | null): text is string =>
  text !== null && instant.test(text) && !Number.isNaN(Date.parse(text))

/**
 * Adds a cell to the parameters of its question: `cell.from`, `cell.to` and `cell.group`, which is
 * `other`, `none`, or `key:` followed by the key.
 */
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

/**
 * The cell identified by the parameters, the inverse of `printCell`. Undefined if there is none or
 * it is invalid.
 */
export function parseCell(search: URLSearchParams): SeriesCell | undefined {
  const [from, to] = [search.get("cell.from"), search.get("cell.to")]
  const group = parseGroup(search.get("cell.group"))
  if (!isInstant(from) || !isInstant(to) || group === false || from >= to) return undefined
  return { from, to, ...(group && { group }) }
}
