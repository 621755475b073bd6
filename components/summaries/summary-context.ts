import { createContext, type ReactNode, useCallback, useContext } from "react"
import { useFormatter, useTranslations } from "use-intl"
import {
  effectiveSummarySort,
  type Fields,
  type Filter,
  type ListOperation,
  type SummaryGroups,
  type SummaryKey,
  type SummaryMeasure,
  type SummaryQuery,
  type SummaryRow,
} from "@/lib/catalogue"
import { fieldOf, labelNameOf, labelWordOf, type SummaryView, type toProblem } from "@/lib/client"
import { useBucketLabel } from "../charts/bucket-labels"
import type { CellFormat, ReadName } from "../data-table"
import { shortenId } from "../ui/short-id"
import { useFieldLabel } from "../ui/use-field-label"

/** Components and formatters of other features inside a summary. */
export interface SummarySlots {
  /** The filters, and the time zone. */
  readonly filters: ReactNode
  readonly zone: ReactNode
  /** Saves the summary under a name. */
  readonly saving: ReactNode
  /** Edits the condition of a share. */
  readonly renderCondition: (props: {
    readonly condition: Filter
    readonly onCondition: (condition: Filter) => void
  }) => ReactNode
  readonly renderProblem: (props: {
    readonly problem: ReturnType<typeof toProblem>
    readonly onRetry: () => void
  }) => ReactNode
  /** Describes a condition in plain language. */
  readonly conditionText: (condition: Filter) => string
  readonly format: CellFormat
  /** The name for an id of a property, if no other field determines what it belongs to. */
  readonly nameOf: ReadName
}

export interface SummaryState {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly summary: SummaryView
  readonly changeSummary: (next: SummaryView) => void
  /** The complete question, with filters and zone. */
  readonly query: SummaryQuery
  readonly slots: SummarySlots
}

export const SummaryContext = createContext<SummaryState | undefined>(undefined)

export function useSummary(): SummaryState {
  const state = useContext(SummaryContext)
  if (!state) throw new Error("A part of a summary stands outside of a SummaryContext.")
  return state
}

/** Changes parts of the question. */
export function useSummaryQuery() {
  const { summary, changeSummary } = useSummary()
  const changeQuestion = (change: Partial<SummaryView["question"]>) =>
    changeSummary({ ...summary, question: { ...summary.question, ...change } })
  return { question: summary.question, changeQuestion }
}

/** The label of a property. */
export function usePropertyLabel(): (property: string) => string {
  const { operation } = useSummary()
  const fieldLabel = useFieldLabel()
  return useCallback(
    (property) => fieldLabel(labelWordOf(operation, property)),
    [operation, fieldLabel],
  )
}

/** The label of a measure: "Share: Correct answer is No". */
export function useMeasureLabel(): (measure: SummaryMeasure) => string {
  const t = useTranslations("summaries")
  const propertyLabel = usePropertyLabel()
  const { conditionText } = useSummary().slots
  return (measure) => {
    if (measure.name === "count") return t("measures.count")
    if (measure.name === "share")
      return t("shareOf", { condition: conditionText(measure.condition) })
    return t("measureOf", {
      measure: t(`measures.${measure.name}`),
      field: propertyLabel(measure.property),
    })
  }
}

/** True if a measure's figures are days. */
export function useIsDays(): (measure: SummaryMeasure) => boolean {
  const { operation, fields } = useSummary()
  return useCallback(
    (measure) =>
      "property" in measure &&
      measure.name !== "distinct" &&
      fieldOf(operation, fields, measure.property)?.daysBetween !== undefined,
    [operation, fields],
  )
}

/** The labels of the groups of one field. */
export function useKeyName({ property, bucket = "day", zone = "UTC" }: SummaryGroups) {
  const { operation, fields, slots } = useSummary()
  const t = useTranslations("summaries")
  const bucketLabel = useBucketLabel(bucket, zone)
  const propertyLabel = usePropertyLabel()
  const { format } = slots
  const field = labelNameOf(operation, property)
  const isId = operation.properties[property]?.type === "guid"
  const { values, daysBetween, placeOf } = fieldOf(operation, fields, property) ?? {}
  return (key: SummaryKey | undefined): string => {
    if (!key) return t("total")
    if (key.kind === "other") return t("other", { count: key.members })
    if (key.kind === "bucket") {
      const from = Date.parse(key.from)
      return bucketLabel(from, key.to === null ? from + 1 : Date.parse(key.to))
    }
    const { value } = key
    if (value === null) {
      if (/userId$/i.test(property)) return t("nobody")
      return t(placeOf ? "notKnown" : "without", { field: propertyLabel(property) })
    }
    if (typeof value === "boolean") return format.boolean(value)
    if (typeof value === "number") return daysBetween ? format.days(value) : format.number(value)
    if (isId) return slots.nameOf(value, property) ?? shortenId(value)
    if (value === "") return t("emptyText")
    return values ? format.value(field, value) : value
  }
}

const shareFormat = { style: "percent", maximumFractionDigits: 1 } as const

/**
 * Formats figures of a measure: shares as percent, times in the reader's zone, days in a suitable
 * unit.
 */
export function useFigureText() {
  const { format } = useSummary().slots
  const formatter = useFormatter()
  const isDays = useIsDays()
  return useCallback(
    (measure: SummaryMeasure, value: number | string | null): string => {
      if (value === null) return "–"
      if (typeof value === "string") return format.moment(value) ?? value
      if (measure.name === "share") return formatter.number(value, shareFormat)
      if (isDays(measure)) return format.days(value)
      return formatter.number(value, { maximumFractionDigits: 2 })
    },
    [format, formatter, isDays],
  )
}

/**
 * Formats a figure of a row; for a row of a single record, whether it meets a share's condition.
 */
export function useRowFigureText(): (row: SummaryRow, at: number) => string {
  const { query, slots } = useSummary()
  const figureText = useFigureText()
  const isOfRecords = query.groups[0]?.property === "id"
  return (row, at) => {
    const [measure, figure] = [query.measures[at], row.figures[at]]
    if (!measure || !figure) return ""
    const isOne = isOfRecords && row.n === 1 && typeof row.keys[0] === "number"
    if (isOne && measure.name === "share") return slots.format.boolean(figure.n === 1)
    return figureText(measure, figure.value)
  }
}

/** The figure shown in a chart or pivot: the one that sorts the groups, else the first. */
export function useShownMeasure(): { readonly at: number; readonly measure: SummaryMeasure } {
  const { query } = useSummary()
  const { by } = effectiveSummarySort(query)
  const at = by === "group" ? 0 : by
  return { at, measure: query.measures[at] ?? query.measures[0] }
}
