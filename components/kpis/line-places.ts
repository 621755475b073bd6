import { useTranslations } from "use-intl"
import { cellStates, type SeriesAnswer } from "@/lib/catalogue"
import type { CursorPlace } from "../charts/chart-cursor"
import { type AxisChart, bucketCount, type ChartModel, isCut } from "../charts/chart-model"
import { type PlotArea, yOf } from "../charts/plot-area"
import { shownLines } from "../charts/series-chart"
import { stackLines } from "../charts/stack-lines"
import { endNearZero } from "../charts/value-scale"
import type { ExplorerModel } from "./build-model"
import { useBucketLabel } from "./use-bucket-label"
import { useValueFormat } from "./value-format"

/** The height of each line in a bucket, by which the nearest is found. */
function heightsOf(model: ChartModel, kind: AxisChart, index: number) {
  const values = shownLines(model, kind).map((line) => line.values[index] ?? null)
  if (kind !== "stacked") return values
  const parts = stackLines(values.map((value) => [value]))
  return parts.map(([part]) => (part ? (part.from + part.to) / 2 : null))
}

/** Finds the line that is drawn nearest to a height in a bucket. */
export const nearestLine =
  (model: ChartModel, kind: AxisChart, plot: PlotArea) =>
  (index: number, y: number): number => {
    const far = heightsOf(model, kind, index).map((value) =>
      value === null ? Number.POSITIVE_INFINITY : Math.abs(yOf(plot, value) - y),
    )
    return Math.max(0, far.indexOf(Math.min(...far)))
  }

interface Told {
  readonly answer: SeriesAnswer
  readonly built: ExplorerModel
  readonly unit: string
}

/** Says what a chart is, and where its axis starts where that is not at zero. */
export function useChartLabel(unit: string) {
  const t = useTranslations("kpis")
  const { short } = useValueFormat(unit)
  return (name: string, model: ChartModel, { scale }: PlotArea) => {
    const about = t("chartLabel", { name, count: bucketCount(model) })
    const end = endNearZero(scale)
    return end === undefined ? about : `${about}. ${t("axisStarts", { value: short(end) })}`
  }
}

/** A sentence about one line in one bucket. */
export function useTell({ answer, built, unit }: Told) {
  const t = useTranslations("kpis")
  const { withUnit } = useValueFormat(unit)
  const { bucket, zone } = answer.question
  const bucketLabel = useBucketLabel(bucket, zone)
  return ({ index, line }: CursorPlace) => {
    const { edges, lines } = built.model
    const found = lines[line]
    const value = found?.values[index] ?? null
    const letter = (found?.states[index] ?? "m") as keyof typeof cellStates
    const said = value === null ? t(`states.${cellStates[letter]}`) : withUnit(value)
    const label = bucketLabel(edges[index] ?? 0, edges[index + 1] ?? 0)
    const reason = letter === "p" ? "states.part" : "states.partial"
    const mark = found && value !== null && isCut(found, index) ? `, ${t(reason)}` : ""
    return `${label}: ${found?.label ?? ""} ${said}${mark}`
  }
}
