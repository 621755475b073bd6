"use client"

import { useMemo } from "react"
import { useTranslations } from "use-intl"
import { cellStates, type SeriesAnswer } from "@/lib/catalogue"
import { bucketTicks } from "../charts/bucket-ticks"
import { ChartCursor, type CursorPlace } from "../charts/chart-cursor"
import { ChartLegend } from "../charts/chart-legend"
import { type AxisChart, bucketCount, type ChartModel, isCut } from "../charts/chart-model"
import { drawPoints } from "../charts/draw-points"
import { yOf } from "../charts/plot-area"
import SeriesChart, { namesAtEnds, plotOf, shownLines } from "../charts/series-chart"
import { stackLines } from "../charts/stack-lines"
import { useWidth } from "../charts/use-width"
import type { ExplorerModel } from "./build-model"
import { CellTip } from "./cell-tip"
import { useBucketLabel, useTickLabel } from "./use-bucket-label"
import type { Zoom } from "./use-zoom"
import { useValueFormat } from "./value-format"

export interface AnswerChartProps {
  readonly answer: SeriesAnswer
  readonly built: ExplorerModel
  readonly name: string
  readonly unit: string
  readonly kind: AxisChart
  readonly zoom: Zoom
  readonly onOpen: (line: number, index: number) => void
}

const tickRoom = 84

/** The height of each line in a bucket, by which the nearest is found. */
function heightsOf(model: ChartModel, kind: AxisChart, index: number) {
  const values = shownLines(model, kind).map((line) => line.values[index] ?? null)
  if (kind !== "stacked") return values
  const parts = stackLines(values.map((value) => [value]))
  return parts.map(([part]) => (part ? (part.from + part.to) / 2 : null))
}

/** A sentence about one line in one bucket. */
function useTell({ answer, built, unit }: AnswerChartProps) {
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

/** An answer on axes, with its cursor and what must be said of it. */
export function AnswerChart(props: AnswerChartProps) {
  const { answer, built, name, unit, kind, zoom, onOpen } = props
  const { model } = built
  const t = useTranslations("kpis")
  const [frame, width] = useWidth<HTMLDivElement>()
  const height = width < 640 ? 280 : 380
  const { short } = useValueFormat(unit)
  const { bucket, zone } = answer.question
  const tickLabel = useTickLabel(zone)
  const tell = useTell(props)
  const plot = useMemo(() => plotOf({ model, kind, width, height }), [model, kind, width, height])
  const ticks = useMemo(() => {
    const most = Math.max(2, Math.floor(plot.width / tickRoom))
    const { indexes, unit: by } = bucketTicks(model.edges, bucket, zone, most)
    return indexes.map((index) => ({ index, label: tickLabel(model.edges[index] ?? 0, by) }))
  }, [model, bucket, zone, plot, tickLabel])
  const lines = shownLines(model, kind)
  const { drawn, all } = useMemo(
    () => drawPoints({ ...model, lines }, plot.width, kind),
    [model, lines, plot, kind],
  )
  const atEnds = new Set([...namesAtEnds(model, kind, width)].map(({ key }) => key))
  const inLegend = [
    ...lines.filter(({ key }) => !atEnds.has(key)),
    ...(width < 640 ? model.targets : []),
  ]
  const nearest = (index: number, y: number) => {
    const far = heightsOf(model, kind, index).map((value) =>
      value === null ? Number.POSITIVE_INFINITY : Math.abs(yOf(plot, value) - y),
    )
    return Math.max(0, far.indexOf(Math.min(...far)))
  }
  const text = t("chartLabel", { name, count: bucketCount(model) })
  return (
    <div className="space-y-2">
      <div ref={frame} data-chart style={{ height }} className="relative">
        {width > 0 ? (
          <>
            <SeriesChart
              model={model}
              kind={kind}
              width={width}
              height={height}
              ticks={ticks}
              label={text}
              formatAxis={short}
            />
            <ChartCursor
              plot={plot}
              edges={model.edges}
              lines={lines.length}
              label={text}
              help={t("chartHelp")}
              nearest={nearest}
              renderTip={(place) => (
                <CellTip answer={answer} built={built} place={place} unit={unit} />
              )}
              tell={tell}
              onOpen={({ line, index }) => onOpen(line, index)}
              onSelect={(from, to) => zoom.into(answer, from, to)}
              onBack={() => zoom.back?.()}
            />
          </>
        ) : null}
      </div>
      {inLegend.length > 1 || model.targets.length > 0 ? (
        <ChartLegend lines={inLegend} asBars={kind === "bar" || kind === "stacked"} />
      ) : null}
      {drawn < all ? (
        <p className="text-ink-muted text-xs">{t("reduced", { all, drawn })}</p>
      ) : null}
      {kind === "stacked" && lines.length < model.lines.length ? (
        <p className="text-ink-muted text-xs">{t("stackedAlone")}</p>
      ) : null}
    </div>
  )
}
