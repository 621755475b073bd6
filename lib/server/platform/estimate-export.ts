import type { ExportEstimate, Quota } from "../../contract"

/** Reserves people's usage and counts on half of the rest, as for every background call. */
function paceOf({ limit, windowSeconds, usedByLane, waiting }: Quota): number | null {
  if (limit === null) return null
  const left = Math.max(limit - usedByLane.person - waiting.person, limit / 10)
  return (left / 2) * (60 / windowSeconds)
}

/**
 * The cost of `rows` more rows; waiting exports share the pace. The platform gives no totals, so an
 * export of unknown length costs at least as much as its known rows.
 */
export function estimateExport({
  rows,
  isAll,
  rowsPerCall,
  quota,
}: {
  rows: number
  isAll: boolean
  rowsPerCall: number
  quota: Quota
}): ExportEstimate {
  const calls = Math.max(1, Math.ceil(rows / rowsPerCall))
  const pace = paceOf(quota)
  const shared = pace === null ? null : pace / (1 + quota.waiting.export)
  const minutes = shared === null ? 0 : calls / shared + quota.pausedSeconds / 60
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    rowsPerCall,
    calls,
    isAtLeast: !isAll,
    minutes: round(minutes),
    callsPerMinute: shared === null ? null : round(shared),
  }
}
