/** The start of year 1. No record is earlier. */
export const firstMs = Date.parse("0001-01-01T00:00:00Z")
/** The start of year 10000. All records are earlier. */
export const timeLimitMs = Date.parse("+010000-01-01T00:00:00Z")

/**
 * A moment in milliseconds as PostgreSQL reads it. Moments before year 1 or after 9999 become
 * infinity.
 */
export function timeText(ms: number): string {
  if (ms < firstMs) return "-infinity"
  return ms < timeLimitMs ? new Date(ms).toISOString() : "infinity"
}
