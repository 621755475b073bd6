import { useLocale, useMessages, useTimeZone, useTranslations } from "use-intl"
import {
  type Day,
  type DayRange,
  type Filter,
  ownValue,
  type Period,
  type Property,
  periodDays,
  type QueryType,
} from "@/lib/catalogue"
import { fieldOf, isWallClock, labelNameOf, labelWordOf } from "@/lib/client"
import type { Messages, WrittenLocale } from "@/lib/client/messages"
import { cultureName } from "../data-table"
import { shortenId } from "../ui/short-id"
import { useDateRange } from "../ui/use-date-range"
import { useFieldLabel } from "../ui/use-field-label"
import type { Choices } from "./filter-choices"
import { type Clause, type Condition, conditionOf } from "./filter-clause"
import { useReport } from "./report-context"
import { isTime } from "./time-input"
import { useToday } from "./use-view-query"

type Group = "choice" | "text" | "number" | "time"
type GroupLabels = Messages["reports"]["conditions"][Group]

const groups = {
  guid: "choice",
  boolean: "choice",
  string: "text",
  integer: "number",
  double: "number",
  datetime: "time",
  datetimeoffset: "time",
} as const satisfies Record<QueryType, Group>

const isLabelled = <G extends GroupLabels>(
  labels: G,
  condition: string,
): condition is keyof G & string => Object.hasOwn(labels, condition)

/** Formats a condition for the property's type. */
export function useConditionLabel(): (property: Property, condition: Condition) => string {
  const t = useTranslations("reports")
  const filters = useTranslations("filters")
  const { conditions } = useMessages().reports
  return (property, condition) => {
    if (condition === "hasValue" || condition === "hasNone") return t(`conditions.${condition}`)
    if (condition === "between" || condition === "during") return filters(`conditions.${condition}`)
    const group = groups[property.type]
    const labels: GroupLabels = conditions[group]
    return isLabelled(labels, condition) ? labels[condition] : condition
  }
}

/** A clause as text; periods have no condition, tests for emptiness no value. */
export interface ClauseText {
  readonly label: string
  readonly condition: string
  readonly value: string
  /** The complete text. */
  readonly sentence: string
  /** The exact days of a relative period. */
  readonly detail?: string
}

/** Formats a condition's value for display. */
function useValueText(choices: Choices): (filter: Filter) => string {
  const { setup, format } = useReport()
  const { operation, fields } = setup
  const locale = useLocale() as WrittenLocale
  return ({ property, value }) => {
    if (value === null) return ""
    if (typeof value === "boolean") return format.boolean(value)
    const { values, daysBetween } = fieldOf(operation, fields, property) ?? {}
    if (typeof value === "number") return daysBetween ? format.days(value) : format.number(value)
    const known = ownValue(choices, property)?.find(({ id }) => id === value)
    if (known) return known.name
    if (values) return format.value(labelNameOf(operation, property), value)
    const { type, elementOf } = ownValue(operation.properties, property) ?? {}
    if (elementOf) return cultureName(locale, value)
    if (type === "guid") return format.nameOf(value, property) ?? shortenId(value)
    if (!type || !isTime(type)) return value
    const write = isWallClock(operation, fields, property) ? format.wallClock : format.moment
    return write(value) ?? value
  }
}

const toDate = (day: Day) => new Date(`${day}T00:00:00Z`)

function useRangeText(): (range: DayRange) => string {
  const dateRange = useDateRange()
  const day = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const
  return ({ from, to }) => dateRange(toDate(from), toDate(to), day)
}

/** Formats a period; a relative one with its exact days. */
function usePeriodText() {
  const t = useTranslations("filters")
  const rangeText = useRangeText()
  const { today } = useToday()
  const zone = useTimeZone() ?? "UTC"
  return (period: Period, wallClock: boolean): Pick<ClauseText, "value" | "detail"> => {
    if (typeof period !== "string") return { value: rangeText(period) }
    const days = rangeText(periodDays(period, today))
    return {
      value: t(`periods.inChip.${period}`),
      detail: wallClock ? days : t("periods.detail", { days, zone }),
    }
  }
}

const noChoices: Choices = {}

/** Formats clauses in plain language: “Status is Pending”, “Created: last 7 days”. */
export function useClauseText(choices: Choices = noChoices): (clause: Clause) => ClauseText {
  const { operation, fields } = useReport().setup
  const t = useTranslations("filters")
  const conditionLabel = useConditionLabel()
  const fieldLabel = useFieldLabel()
  const periodText = usePeriodText()
  const valueText = useValueText(choices)
  return (clause) => {
    const { property, filters, period } = clause
    const label = fieldLabel(labelWordOf(operation, property))
    if (period) {
      const text = periodText(period, isWallClock(operation, fields, property))
      return { label, condition: "", sentence: `${label}: ${text.value}`, ...text }
    }
    const known = ownValue(operation.properties, property)
    const [low = "", high] = filters.map(valueText)
    const condition = known ? conditionLabel(known, conditionOf(clause)) : ""
    const value = high === undefined ? low : t("range.text", { low, high })
    return { label, condition, value, sentence: `${label} ${condition} ${value}`.trim() }
  }
}
