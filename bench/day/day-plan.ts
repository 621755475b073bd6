import type { Size } from "../suite"

/** The contents of a simulated day; times in milliseconds since 1970. */
export interface DayPlan {
  readonly modules: number
  readonly postsPerModule: number
  readonly forms: number
  readonly dataSets: number
  readonly points: number
  /** When the copies start, with nothing copied. */
  readonly startsAt: number
  /** When the measurement starts: midnight, for a whole day. */
  readonly dayBegins: number
  readonly dayEnds: number
}

const midnight = Date.UTC(2026, 2, 3)
const hourMs = 3_600_000

const whole: DayPlan = {
  modules: 12,
  postsPerModule: 25,
  forms: 2000,
  dataSets: 5,
  points: 100_000,
  startsAt: midnight - 6 * hourMs,
  dayBegins: midnight,
  dayEnds: midnight + 24 * hourMs,
}

const quick: DayPlan = {
  ...whole,
  postsPerModule: 3,
  forms: 200,
  points: 10_000,
  startsAt: midnight + 10 * hourMs,
  dayBegins: midnight + 10 * hourMs,
  dayEnds: midnight + 12 * hourMs,
}

/** A day and the evening before it; `quick` is two hours with a tenth of the data. */
export const dayPlans: Readonly<Record<Size, DayPlan>> = { quick, normal: whole, large: whole }

/** A reproducible guid for a kind and a number. */
export const dayGuid = (kind: number, number: number): string =>
  `${`${kind}`.padStart(8, "0")}-0000-4000-8000-${`${number}`.padStart(12, "0")}`
