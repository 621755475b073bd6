import {
  type Filter,
  type ListOperation,
  type Operator,
  printListQuery,
  type QueryValue,
  type Row,
} from "../../catalogue"
import { type ListPosition, type PlatformPage, UpstreamError } from "../../platform"
import type { KeyRange, SyncKind, SyncWindow } from "../../records"
import { type CopyKey, keyOf } from "./copy-key"

const dayMs = 86_400_000

/** The time `ms` before another, ISO 8601 with microseconds. */
export const startBefore = (time: number, ms: number): string =>
  new Date(time - ms).toISOString().replace("Z", "000Z")

const window = (span: SyncWindow["span"], lower: string | null, upper: string | null) => ({
  span,
  lower,
  upper,
  firstKey: null,
  openKey: null,
  isRead: false,
})

interface WindowsPlan {
  readonly kind: SyncKind
  /** The time field by which the list is read; undefined to read it as one window. */
  readonly key: CopyKey | undefined
  /** The time field by which edited records are found. */
  readonly changes: CopyKey | undefined
  /** Where to start looking for new and edited records; null for the beginning. */
  readonly newSince: string | null
  readonly editedSince: string | null
  /** Days before now at which the time is split. */
  readonly cutDays: readonly number[]
  readonly now: number
  /** Rows dated earlier are not read; null if all are. */
  readonly keptFrom: string | null
}

/** Splits the time into windows at whole days in UTC, newest first. */
function cutTime({ cutDays, now }: WindowsPlan): SyncWindow[] {
  const today = Math.floor(now / dayMs) * dayMs
  const cuts = [null, ...cutDays.map((days) => startBefore(today, days * dayMs)), null]
  return cuts.slice(1).map((lower, index) => window("time", lower, cuts[index] ?? null))
}

/**
 * Plans the windows that a run reads in order: together the whole list, or its new and edited
 * records.
 */
export function planWindows(plan: WindowsPlan): readonly SyncWindow[] {
  const { kind, key, changes, newSince, editedSince, keptFrom } = plan
  if (!key) return [window("whole", null, null)]
  const isNew = kind === "incremental"
  const times = (isNew ? [window("time", newSince, null)] : cutTime(plan)).flatMap((each) => {
    if (keptFrom === null) return [each]
    const isGone = each.upper !== null && each.upper <= keptFrom
    return isGone
      ? []
      : [{ ...each, lower: [each.lower ?? "", keptFrom].toSorted().at(-1) ?? null }]
  })
  return [
    ...times,
    ...(key.isNullable ? [window("nulls", null, null)] : []),
    ...(isNew && changes ? [window("changed", editedSince, null)] : []),
  ]
}

function filtersOf(key: CopyKey, { span, lower, upper, openKey }: SyncWindow): Filter[] {
  const { property, isNullable } = key
  const condition = (operator: Operator, value: QueryValue): Filter => ({
    property,
    operator,
    value,
  })
  if (span === "nulls") return [condition("eq", null)]
  const from = openKey ?? lower
  const ends = [
    ...(from === null ? [] : [condition("gte", from)]),
    ...(upper === null ? [] : [condition("lt", upper)]),
  ]
  return ends.length === 0 && isNullable ? [condition("ne", null)] : ends
}

/**
 * The page at which reading a window starts or resumes, ordered by the key, or by the list's
 * default order without one.
 */
export function firstPage(
  operation: ListOperation,
  key: CopyKey | undefined,
  of: SyncWindow,
): ListPosition {
  const isKeyed = key && of.span !== "whole"
  const search = printListQuery(operation, {
    filters: isKeyed ? filtersOf(key, of) : [],
    sort: isKeyed ? [{ property: key.property, descending: false }] : [],
    limit: operation.limit.maximum,
  })
  return { search: search.toString(), following: false }
}

/**
 * The result of a page: rows that it closes, including those that waited, and rows that wait for
 * the next page.
 */
interface ClosedPage {
  readonly after: SyncWindow
  readonly closed: { readonly range: KeyRange; readonly rows: readonly Row[] } | undefined
  readonly waiting: readonly Row[]
}

const invalid = (reason: string) => new UpstreamError("upstream_invalid", { reason })

/** Returns the keys of rows and requires ascending order, since deletions depend on it. */
function requireOrder(key: CopyKey, rows: readonly Row[], start: string | null): string[] {
  let last = start ?? ""
  return rows.map((row) => {
    const found = keyOf(key, row)
    if (found === null) throw invalid("no_key")
    if (found < last) throw invalid("out_of_order")
    last = found
    return found
  })
}

/**
 * Closes the rows before the page's last key, since rows with that key may continue on the next
 * page. At the end of a window closes everything; a window without a key is only closed there.
 * Edited records are closed individually. Throws `upstream_invalid` if rows are out of order.
 */
export function closePage(
  key: CopyKey | undefined,
  before: SyncWindow,
  { waited, page }: { readonly waited: readonly Row[]; readonly page: PlatformPage },
): ClosedPage {
  const { span, upper, openKey } = before
  const isRead = page.next === null
  const { data } = page.envelope
  const rows = [...waited, ...data]
  if (!key || span === "whole" || span === "nulls") {
    if (!isRead) return { after: before, closed: undefined, waiting: rows }
    const range: KeyRange =
      key && span === "nulls" ? { span, key: key.property } : { span: "whole" }
    return { after: { ...before, isRead }, closed: { range, rows }, waiting: [] }
  }
  const keys = requireOrder(key, data, openKey)
  const last = keys.at(-1) ?? openKey
  const firstKey = before.firstKey ?? keys[0] ?? null
  const after = { ...before, firstKey, openKey: last, isRead }
  if (span === "changed")
    return { after, closed: { range: { span: "changed" }, rows: data }, waiting: [] }
  if (!isRead && (last === openKey || last === null))
    return { after, closed: undefined, waiting: rows }
  const range = { span: "time", key: key.property, lower: openKey ?? before.lower } as const
  if (isRead) return { after, closed: { range: { ...range, upper }, rows }, waiting: [] }
  const end = rows.findLastIndex((row) => keyOf(key, row) !== last) + 1
  const closed = { range: { ...range, upper: last }, rows: rows.slice(0, end) }
  return { after, closed, waiting: rows.slice(end) }
}
