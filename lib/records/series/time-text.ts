/** The beginning of the year 1, before which no record is. */
export const firstMs = Date.parse("0001-01-01T00:00:00Z")
/** The beginning of the year 10000, from which on no record is. */
export const timeLimitMs = Date.parse("+010000-01-01T00:00:00Z")

/** A moment in milliseconds as PostgreSQL reads it; all before the year 1 or after 9999 is infinity. */
export function timeText(ms: number): string {
  if (ms < firstMs) return "-infinity"
  return ms < timeLimitMs ? new Date(ms).toISOString() : "infinity"
}
