import { anchor, day, historyDays } from "../anchor"

/** A day of the history, 0 the oldest, with what a shop's figures depend on. */
export interface TradingDay {
  readonly index: number
  /** Noon UTC: the same date in every time zone of the company. */
  readonly time: number
  /** 0 is Sunday. */
  readonly weekday: number
  /** Months since the start of January, with a fraction: 0 up to 12. */
  readonly month: number
  /** 0 at the start of the history, 1 at its end. */
  readonly progress: number
  /** `MM-DD`. */
  readonly date: string
  readonly isBlackFriday: boolean
}

function tradingDay(index: number): TradingDay {
  const start = anchor - (historyDays - index) * day
  const date = new Date(start)
  const [month, dayOfMonth, weekday] = [date.getUTCMonth(), date.getUTCDate(), date.getUTCDay()]
  return {
    index,
    time: start + day / 2,
    weekday,
    month: month + (dayOfMonth - 1) / 31,
    progress: index / historyDays,
    date: date.toISOString().slice(5, 10),
    isBlackFriday: weekday === 5 && month === 10 && dayOfMonth >= 23 && dayOfMonth <= 29,
  }
}

/** The days of the history, oldest first. */
export const tradingDays = (): TradingDay[] =>
  Array.from({ length: historyDays }, (_, index) => tradingDay(index))

/**
 * Factors by weekday, Sunday first: Saturday has the highest sales, Monday the lowest of the open
 * days.
 */
export const weekdayFactors = [0.78, 0.84, 0.86, 0.9, 0.98, 1.18, 1.46] as const

/** A monthly curve (twelve factors, mid-month), interpolated so that it has no steps. */
export function seasonFactor(curve: readonly number[], month: number): number {
  const position = (month + 11.5) % 12
  const [low, share] = [Math.floor(position), position % 1]
  return (curve[low] ?? 1) * (1 - share) + (curve[(low + 1) % 12] ?? 1) * share
}

/** The Friday and Saturday a month before the history ends: a garden fair in one country. */
export const isGardenFair = ({ index }: TradingDay): boolean =>
  index === historyDays - 31 || index === historyDays - 30

/** Sales grow in the weeks before Christmas and double on Black Friday. */
export function eventFactor({ date, isBlackFriday }: TradingDay): number {
  if (isBlackFriday) return 2.2
  if (date >= "12-15" && date <= "12-23") return 1.45
  return date === "12-24" || date === "12-31" ? 0.6 : 1
}

/** Closed by law: these days report 0. */
export const isShut = (date: string): boolean => date === "12-25" || date === "01-01"
