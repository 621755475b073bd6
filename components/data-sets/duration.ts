const units = [
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const

/** A stretch of time in the unit that tells it in few digits: seconds below a minute, then minutes and hours with a decimal. */
export function durationIn(ms: number): { value: number; unit: "second" | "minute" | "hour" } {
  const [long] = units.filter((each) => ms >= each.ms)
  if (long) return { value: Math.round((ms / long.ms) * 10) / 10, unit: long.unit }
  const seconds = Math.max(0, ms) / 1000
  return {
    value: seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds),
    unit: "second",
  }
}
