import type { Row } from "../../catalogue"
import { type PlatformPage, UpstreamError } from "../../platform"
import type { KeyRange } from "../../records"
import { type CopyKey, keyOf } from "./copy-key"
import type { Interval } from "./interval"

/** Up to where readers see a segment; the rows behind it wait, all of one moment where the segment has a key. */
export interface Reached {
  readonly openKey: string | null
}

/** Which of a page's rows it closes, with all that waited before it, and which wait. */
export interface ClosedRows extends Reached {
  readonly closed: { readonly range: KeyRange; readonly rows: readonly Row[] } | undefined
  readonly open: readonly Row[]
}

const invalid = (reason: string) => new UpstreamError("upstream_invalid", { reason })

/** The keys of a page's rows, which never go back: on their order hangs what is deleted. */
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

/** A page of an interval of time closes what is before its last key, whose rows may go on in the next page. */
function closeInterval(
  key: CopyKey,
  { upper }: Interval,
  { openKey }: Reached,
  { envelope: { data: rows }, next }: PlatformPage,
): ClosedRows {
  const range = (to: string | null): KeyRange => ({
    span: "time",
    key: key.property,
    lower: openKey,
    upper: to,
  })
  const last = requireOrder(key, rows, openKey).at(-1)
  if (!next) return { closed: { range: range(upper), rows }, open: [], openKey }
  if (last === undefined || last === openKey) return { closed: undefined, open: rows, openKey }
  const end = rows.findLastIndex((row) => keyOf(key, row) !== last) + 1
  const closed = { range: range(last), rows: rows.slice(0, end) }
  return { closed, open: rows.slice(end), openKey: last }
}

/** A page of edited records closes them alone. */
function closeChanged(
  key: CopyKey,
  { openKey }: Reached,
  { envelope: { data: rows } }: PlatformPage,
): ClosedRows {
  const keys = requireOrder(key, rows, openKey)
  return { closed: { range: { span: "changed" }, rows }, open: [], openKey: keys.at(-1) ?? openKey }
}

/** What becomes of a page; what has no order is closed at its end. Throws `upstream_invalid` for rows out of order. */
export function closeRows(
  key: CopyKey | undefined,
  interval: Interval,
  reached: Reached,
  page: PlatformPage,
): ClosedRows {
  const { span } = interval
  if (key && span === "time") return closeInterval(key, interval, reached, page)
  if (key && span === "changed") return closeChanged(key, reached, page)
  const { openKey } = reached
  const { data: rows } = page.envelope
  if (page.next) return { closed: undefined, open: rows, openKey }
  const range: KeyRange = key && span === "nulls" ? { span, key: key.property } : { span: "whole" }
  return { closed: { range, rows }, open: [], openKey }
}
