import { useQuery } from "@tanstack/react-query"
import { useCallback, useSyncExternalStore } from "react"
import { useTranslations } from "use-intl"
import {
  ownValue,
  printFilterName,
  printFilterValue,
  type RangeSeries,
  type SeriesAnswer,
  type SeriesGroup,
  type SeriesQuery,
  type SeriesRange,
} from "@/lib/catalogue"
import { departmentNamesOptions, userNames } from "@/lib/client"
import { shortenId } from "../ui/short-id"
import { useDateRange } from "../ui/use-date-range"
import { useValueLabel } from "../ui/use-value-label"

export { type BucketLabel, useBucketLabel, useTicks } from "../charts/bucket-labels"

const dayFormat = { day: "numeric", month: "short", year: "numeric" } as const

/** Formats the days of a range. */
export function useDaysText(): (range: Pick<RangeSeries, "from" | "to">) => string {
  const dateRange = useDateRange()
  return useCallback(
    ({ from, to }) => dateRange(new Date(from), new Date(to), { ...dayFormat, timeZone: "UTC" }),
    [dateRange],
  )
}

/** The label of a query's range, without its days. */
export function useRangeText(): (range: SeriesRange) => string {
  const t = useTranslations("kpis.ranges")
  const periods = useTranslations("filters.periods")
  const daysText = useDaysText()
  return useCallback(
    (range) => {
      if (typeof range !== "string") return daysText(range)
      if (range === "all" || range === "previous" || range === "year") return t(range)
      return periods(range)
    },
    [t, periods, daysText],
  )
}

export function useRangeName(answer: SeriesAnswer): (index: number) => string {
  const t = useTranslations("kpis.ranges")
  const rangeText = useRangeText()
  return useCallback(
    (index) => {
      const range = answer.ranges[index]?.range
      if (range === undefined) return ""
      return index === 0 ? t("this") : rangeText(range)
    },
    [answer, t, rangeText],
  )
}

/** The names of an answer's lines; a range that was shifted to align weekdays says so. */
export function useLineName(answer: SeriesAnswer): (index: number) => string {
  const t = useTranslations("kpis.ranges")
  const rangeName = useRangeName(answer)
  return useCallback(
    (index) =>
      index > 0 && answer.question.alignWeekdays
        ? t("aligned", { range: rangeName(index) })
        : rangeName(index),
    [answer, t, rangeName],
  )
}

const noNames: Readonly<Record<string, string>> = {}

/** The names of departments and persons by id, with short ids for unknown ones. */
export function useIdNames() {
  const departments = useQuery(departmentNamesOptions()).data?.names ?? noNames
  const version = useSyncExternalStore(userNames.subscribe, userNames.version, () => 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: names that arrive make another function
  const user = useCallback((id: string) => userNames.read(id) ?? shortenId(id), [version])
  const department = useCallback(
    (id: string) => ownValue(departments, id) ?? shortenId(id),
    [departments],
  )
  return { department, user, departments }
}

export function useGroupName(): (group: SeriesGroup) => string {
  const t = useTranslations("kpis.groups")
  const { department, user } = useIdNames()
  return useCallback(
    (group) => {
      if (group.kind === "all") return t("all")
      if (group.kind === "other") return t("other", { count: group.members })
      if (group.key === null) return t(`without.${group.kind}`)
      if (group.kind === "department") return department(group.key)
      return group.kind === "user" ? user(group.key) : group.key
    },
    [t, department, user],
  )
}

/** The name of a question's buckets: a length of time, or the hours of the week. */
export function useQueryName(): (question: Pick<SeriesQuery, "bucket" | "pattern">) => string {
  const t = useTranslations("kpis")
  return ({ bucket, pattern }) => (pattern ? t(`pattern.${pattern}`) : t(`by.${bucket}`))
}

/** A question's grouping. */
export type QueryGrouping = Pick<SeriesQuery, "grouping" | "level" | "type">

const noLevels: readonly (readonly string[])[] = []

/** The department types at each level of the tree; empty until loaded. */
export const useLevels = (): readonly (readonly string[])[] =>
  useQuery(departmentNamesOptions()).data?.levels ?? noLevels

/** The name of a grouping; a level is named after its single department type. */
export function useGroupingName(): (grouping: QueryGrouping) => string {
  const t = useTranslations("kpis.controls")
  const valueLabel = useValueLabel()
  const levels = useLevels()
  const departmentName = ({ level, type }: QueryGrouping) => {
    if (type !== undefined) return valueLabel("type", type)
    if (level === undefined) return t("byDepartment")
    const types = levels[level - 1] ?? []
    const [only] = types
    if (only === undefined || types.length > 1) return t("byLevel", { level })
    const isElsewhere = levels.some((each, at) => at !== level - 1 && each.includes(only))
    const name = valueLabel("type", only)
    return isElsewhere ? t("typeAtLevel", { name, level }) : name
  }
  return (own) => {
    const { grouping } = own
    if (grouping === "department") return departmentName(own)
    return { none: t("noGroups"), label: t("byLabel"), user: t("byUser") }[grouping]
  }
}

/** Describes a question's grouping and filters. */
export function useQueryLimits(): (question: SeriesQuery) => string[] {
  const t = useTranslations("kpis.controls")
  const { department } = useIdNames()
  const groupingName = useGroupingName()
  return (question) => {
    const { within, filters } = question
    return [
      groupingName(question),
      within === undefined ? t("everywhere") : department(within),
      ...filters.map((filter) => `${printFilterName(filter)}=${printFilterValue(filter)}`),
    ]
  }
}
