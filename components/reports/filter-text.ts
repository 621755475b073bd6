import { useTimeZone, useTranslations } from "use-intl"
import {
  type Day,
  type DayRange,
  type Fields,
  type Filter,
  type ListOperation,
  ownValue,
  type Period,
  periodDays,
} from "@/lib/catalogue"
import { fieldOf, isWallClock } from "@/lib/client"
import type { CellFormat } from "../data-table"
import { shortenId } from "../ui/short-id"
import { useDateRange } from "../ui/use-date-range"
import { useFieldLabel } from "../ui/use-field-label"
import { useConditionLabel } from "./condition-label"
import { type Clause, conditionOf } from "./filter-clause"
import { type Choices, labelNameOf } from "./property-field"
import { isTime } from "./time-input"
import { useToday } from "./use-view-query"

export interface FilterTextOptions {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly format: CellFormat
  readonly choices?: Choices | undefined
}

/** A clause in words; the condition is empty for periods, the value for tests of none. */
export interface ClauseText {
  readonly label: string
  readonly condition: string
  readonly value: string
  /** All of it. */
  readonly sentence: string
  /** The exact days of a period that moves with the calendar. */
  readonly detail?: string
}

function writeValue(options: FilterTextOptions, { property, value }: Filter): string {
  const { operation, fields, format, choices } = options
  if (value === null) return ""
  if (typeof value === "boolean") return format.boolean(value)
  if (typeof value === "number") return format.number(value)
  const known = (choices && ownValue(choices, property))?.find((choice) => choice.id === value)
  if (known) return known.name
  if (fieldOf(operation, fields, property)?.values)
    return format.value(labelNameOf(operation, property), value)
  const type = ownValue(operation.properties, property)?.type
  if (type === "guid") return format.nameOf(value, property) ?? shortenId(value)
  if (!type || !isTime(type)) return value
  const write = isWallClock(operation, fields, property) ? format.wallClock : format.moment
  return write(value) ?? value
}

const toDate = (day: Day) => new Date(`${day}T00:00:00Z`)

/** Says from which day to which. */
function useRangeText(): (range: DayRange) => string {
  const dateRange = useDateRange()
  const day = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const
  return ({ from, to }) => dateRange(toDate(from), toDate(to), day)
}

/** Says a period in words, and where they move with the calendar, which days it is. */
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

/** Says clauses as people would: “Status is Pending”, “Created: last 7 days”. */
export function useClauseText(options: FilterTextOptions): (clause: Clause) => ClauseText {
  const t = useTranslations("filters")
  const conditionLabel = useConditionLabel()
  const fieldLabel = useFieldLabel()
  const periodText = usePeriodText()
  const { operation, fields } = options
  return (clause) => {
    const { property, filters, period } = clause
    const label = fieldLabel(labelNameOf(operation, property))
    if (period) {
      const said = periodText(period, isWallClock(operation, fields, property))
      return { label, condition: "", sentence: `${label}: ${said.value}`, ...said }
    }
    const known = ownValue(operation.properties, property)
    const [low = "", high] = filters.map((filter) => writeValue(options, filter))
    const condition = known ? conditionLabel(known, conditionOf(clause)) : ""
    const value = high === undefined ? low : t("range.text", { low, high })
    return { label, condition, value, sentence: `${label} ${condition} ${value}`.trim() }
  }
}
