import { useFormatter, useTranslations } from "use-intl"
import { type DaysFigure, type SeriesAnswer, wallTimeAt } from "@/lib/catalogue"
import type { Delta, Headline } from "@/lib/client"
import { useDateRange } from "./use-date-range"

const day = { day: "numeric", month: "short", year: "numeric" } as const
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const

const names = ["today", "this-week", "this-month", "this-quarter", "this-year"] as const

/** Describes an answer's total: its days, and what it leaves out. */
export interface CountedText {
  /** Month to date · 1 – 15 Nov 2026. */
  readonly heading: string
  /** Why there is no total, or whom or what it excludes. */
  readonly notes: readonly string[]
  /** The days of a figure, or its hours if it ends within a day. */
  readonly daysOf: (figure: Pick<DaysFigure, "edges">) => string
  /** How many days are compared, and whether groups are left out; empty if complete. */
  readonly comparedOf: (delta: Pick<Delta, "count" | "isPart">) => string
}

export function useCountedText(answer: SeriesAnswer, headline: Headline): CountedText {
  const t = useTranslations("kpis.counted")
  const states = useTranslations("kpis.states")
  const format = useFormatter()
  const dateRange = useDateRange()
  const { dataStart, dataEnd, question, ranges, least = 0 } = answer
  const { zone: timeZone, bucket } = question
  const [first] = ranges
  const daysOf = ({ edges: [from, to] }: Pick<DaysFigure, "edges">) => {
    const isWhole = wallTimeAt(to, timeZone).endsWith("T00:00:00") && bucket !== "hour"
    const options = isWhole ? day : { ...day, ...time }
    return dateRange(new Date(from), new Date(isWhole ? to - 1 : to), {
      ...options,
      timeZone,
    })
  }
  const { of, isToDate, isFromStart, lack } = headline
  const days = daysOf(of ?? { edges: [first.edges[0] ?? 0, first.edges.at(-1) ?? 0] })
  const range = names.find((name) => of && isToDate && name === question.ranges[0])
  const lacks = {
    suppressed: t("hidden", { least }),
    part: t("part", { least }),
    unsynced: t("unsynced"),
    before: t("before"),
    ahead: t("ahead"),
    untold: t("untold"),
  } as const
  const dayOf = (moment: number, isThatYear: boolean) =>
    format.dateTime(new Date(moment), {
      day: "numeric",
      month: "short",
      timeZone,
      ...(!isThatYear && { year: "numeric" }),
    })
  const { from } = dataStart
  const { until } = dataEnd
  const beginsBefore = (first.edges[0] ?? 0) < (from ?? -Infinity)
  const isThatYear = dataEnd.cutoff?.slice(0, 4) === first.to.slice(0, 4)
  const isOfDays = of && wallTimeAt(of.edges[1], timeZone).endsWith("T00:00:00")
  const notes = [
    lack && lacks[lack],
    (isToDate || isFromStart) &&
      isOfDays &&
      lack !== "unsynced" &&
      t("complete", { count: of.days }),
    beginsBefore && from !== null && t("dataFrom", { day: dayOf(from, false) }),
    isToDate &&
      dataEnd.isBehind &&
      until !== null &&
      t("dataTo", { day: dayOf(until - 1, isThatYear) }),
    isToDate && !dataEnd.isBehind && isOfDays && t("todayLeft"),
  ].filter((note) => note !== undefined && note !== false)
  const comparedOf = ({ count, isPart }: Pick<Delta, "count" | "isPart">) => {
    const all = of?.days ?? count
    return [
      ...(count < all ? [t("someDays", { compared: count, count: all })] : []),
      ...(isPart ? [states("part")] : []),
    ].join(" · ")
  }
  return {
    heading: [range && t(`toDate.${range}`), days].filter(Boolean).join(" · "),
    notes,
    daysOf,
    comparedOf,
  }
}
