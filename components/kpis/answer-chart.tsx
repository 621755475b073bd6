"use client"

import { useCallback, useMemo } from "react"
import { useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import { ChartCursor } from "../charts/chart-cursor"
import { ChartLegend } from "../charts/chart-legend"
import type { AxisChart } from "../charts/chart-model"
import { drawPoints } from "../charts/draw-points"
import { IsolatedLines } from "../charts/line-group"
import SeriesChart, { namesAtEnds, plotOf, shownLines } from "../charts/series-chart"
import { useIsolation } from "../charts/use-isolation"
import { useWidth } from "../charts/use-width"
import type { ExplorerModel } from "./build-model"
import { CellTip } from "./cell-tip"
import { nearestLine, useChartLabel, useTell } from "./line-places"
import { useTicks } from "./use-bucket-label"
import type { Zoom } from "./use-zoom"
import { useValueFormat } from "./value-format"

export interface AnswerChartProps {
  readonly answer: SeriesAnswer
  readonly built: ExplorerModel
  readonly name: string
  readonly unit: string
  readonly kind: AxisChart
  readonly zoom: Zoom
  /** What else must be said of it. */
  readonly notes?: readonly string[]
  readonly onOpen: (line: number, index: number) => void
}

/** An answer on axes, with its cursor and what must be said of it. */
export function AnswerChart(props: AnswerChartProps) {
  const { answer, built, name, unit, kind, zoom, notes = [], onOpen } = props
  const { model } = built
  const t = useTranslations("kpis")
  const [frame, width] = useWidth<HTMLDivElement>()
  const height = width < 640 ? 280 : 380
  const { short } = useValueFormat(unit)
  const { bucket, zone } = answer.question
  const ticksOf = useTicks(zone)
  const labelOf = useChartLabel(unit)
  const tell = useTell(props)
  const plot = useMemo(() => plotOf({ model, kind, width, height }), [model, kind, width, height])
  const ticks = useMemo(
    () => ticksOf(model.edges, bucket, plot.width),
    [model, bucket, plot, ticksOf],
  )
  const lines = useMemo(() => shownLines(model, kind), [model, kind])
  const { isolated, pressed, point, press } = useIsolation(model)
  const hasGroups = answer.groups.length > 1
  const pointAt = useCallback(
    (line: number | undefined) =>
      point(line === undefined || !hasGroups ? undefined : lines[line]?.key),
    [point, lines, hasGroups],
  )
  const { drawn, all } = useMemo(
    () => drawPoints({ ...model, lines }, plot.width, kind),
    [model, lines, plot, kind],
  )
  const atEnds = new Set([...namesAtEnds(model, kind, width)].map(({ key }) => key))
  const inLegend = [
    ...lines.filter(({ key }) => !atEnds.has(key)),
    ...(width < 640 ? model.targets : []),
  ]
  const text = labelOf(name, model, plot)
  return (
    <div className="space-y-2">
      <div ref={frame} data-chart style={{ height }} className="relative">
        {width > 0 ? (
          <>
            <IsolatedLines value={isolated}>
              <SeriesChart
                model={model}
                kind={kind}
                width={width}
                height={height}
                ticks={ticks}
                label={text}
                formatAxis={short}
              />
            </IsolatedLines>
            <ChartCursor
              plot={plot}
              edges={model.edges}
              lines={lines.length}
              label={text}
              help={t("chartHelp")}
              nearest={nearestLine(model, kind, plot)}
              renderTip={(place) => (
                <CellTip answer={answer} built={built} place={place} unit={unit} />
              )}
              tell={tell}
              onLine={pointAt}
              onOpen={({ line, index }) => onOpen(line, index)}
              onSelect={(from, to) => zoom.into(answer, from, to)}
              onBack={() => zoom.back?.()}
            />
          </>
        ) : null}
      </div>
      {inLegend.length > 1 || model.targets.length > 0 ? (
        <ChartLegend
          lines={inLegend}
          asBars={kind === "bar" || kind === "stacked"}
          pressed={pressed}
          onPoint={point}
          onPress={press}
        />
      ) : null}
      {drawn < all ? (
        <p className="text-ink-muted text-xs">{t("reduced", { all, drawn })}</p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="text-ink-muted text-xs">
          {note}
        </p>
      ))}
    </div>
  )
}
