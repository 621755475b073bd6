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

/** The moment so long before another, ISO 8601 to the microsecond. */
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
  /** The time by which the list is read; undefined where all of it is one window. */
  readonly key: CopyKey | undefined
  /** By which edited records are found. */
  readonly changes: CopyKey | undefined
  /** From when on new ones are looked for, and edited ones; null: from the first. */
  readonly newSince: string | null
  readonly editedSince: string | null
  /** Days before now at which the time is cut. */
  readonly cutDays: readonly number[]
  readonly now: number
  /** Rows dated before it are not read; null: all are. */
  readonly keptFrom: string | null
}

/** The time from the newest window to the oldest, cut on whole days in UTC. */
function cutTime({ cutDays, now }: WindowsPlan): SyncWindow[] {
  const today = Math.floor(now / dayMs) * dayMs
  const cuts = [null, ...cutDays.map((days) => startBefore(today, days * dayMs)), null]
  return cuts.slice(1).map((lower, index) => window("time", lower, cuts[index] ?? null))
}

/** The windows that a run reads one after the other: together the list, or what is new and edited of it. */
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

/** The page with which reading a window begins or goes on: in the order of its key, or in the list's own where it has none. */
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

/** What a page makes of its window: what it closes, with all that waited, and what waits for the next page. */
interface ClosedPage {
  readonly after: SyncWindow
  readonly closed: { readonly range: KeyRange; readonly rows: readonly Row[] } | undefined
  readonly waiting: readonly Row[]
}

const invalid = (reason: string) => new UpstreamError("upstream_invalid", { reason })

/** The keys of rows, which never go back: on their order hangs what is deleted. */
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
 * Closes what is before the page's last key, whose rows may go on in the next page; at the end of the window,
 * and of one without a key only there, all of it. Edited records are closed by themselves. Throws
 * `upstream_invalid` for rows out of order.
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
