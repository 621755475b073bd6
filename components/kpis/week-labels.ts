import { useFormatter, useTranslations } from "use-intl"
import { cellStates, type WeekPattern } from "@/lib/catalogue"
import { useValueFormat } from "../ui/value-format"
import { useShownUnit } from "./explorer-context"

const mondayMs = Date.UTC(2026, 0, 5)
const [dayMs, hourMs] = [86_400_000, 3_600_000]
const dayHours = 24
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" } as const

/** Formats weekdays (0 is Monday), hours and the cells of a week. */
export function useWeekNames() {
  const format = useFormatter()
  const weekdayName = (weekday: number, style: "short" | "long") =>
    format.dateTime(new Date(mondayMs + weekday * dayMs), { weekday: style, timeZone: "UTC" })
  const hourName = (hour: number) => {
    const timeAt = (at: number) => format.dateTime(new Date(mondayMs + at * hourMs), clock)
    return `${timeAt(hour)}–${timeAt(hour + 1)}`
  }
  const cellName = ({ by }: Pick<WeekPattern, "by">, cell: number) =>
    by === "weekday"
      ? weekdayName(cell, "long")
      : `${weekdayName(Math.floor(cell / dayHours), "long")}, ${hourName(cell % dayHours)}`
  return { weekdayName, hourName, cellName }
}

/** Formats a week cell: its value, or why it has none. */
export function useWeekValue() {
  const t = useTranslations("kpis.states")
  const { withUnit } = useValueFormat(useShownUnit())
  return ({ values, states }: WeekPattern, cell: number): string => {
    const value = values[cell] ?? null
    const state = cellStates[(states[cell] ?? "m") as keyof typeof cellStates]
    if (value === null) return t(state)
    return state === "part" ? `${withUnit(value)}, ${t(state)}` : withUnit(value)
  }
}

/** The range of values of a week's shades; undefined if there are none. */
export function useShadesText(): (pattern: WeekPattern) => string | undefined {
  const t = useTranslations("kpis.pattern")
  const { withUnit } = useValueFormat(useShownUnit())
  return ({ values }) => {
    const known = values.filter((value) => value !== null)
    if (known.length === 0) return undefined
    const low = Math.min(0, ...known)
    return t("shades", { low: withUnit(low), high: withUnit(Math.max(...known)) })
  }
}
