"use client"

import { use, useCallback, useMemo } from "react"
import { useTranslations } from "use-intl"
import { ChartLegend } from "../charts/chart-legend"
import { type AxisChart, shownLines } from "../charts/chart-model"
import { countDrawn, formOf } from "../charts/chart-points"
import { useIsolation } from "../charts/isolated-lines"
import { PictureHeight } from "../charts/picture"
import SeriesChart, { namesAtEnds, plotOf } from "../charts/series-chart"
import { useWidth } from "../charts/use-width"
import { useValueFormat } from "../ui/value-format"
import { AnswerCursor, useChartLabel } from "./answer-cursor"
import type { ExplorerModel } from "./build-model"
import { useShownNotes } from "./chart-notes"
import { useExplorer, useShownAnswer } from "./explorer-context"
import { useTicks } from "./labels"

interface AnswerChartProps {
  readonly built: ExplorerModel
  readonly kind: AxisChart
  /** Additional notes for readers. */
  readonly notes?: readonly string[]
}

/** The answer on axes, with cursor, legend and notes. */
export function AnswerChart({ built, kind, notes = [] }: AnswerChartProps) {
  const { model } = built
  const t = useTranslations("kpis")
  const { name } = useExplorer().setup
  const { answer, unit } = useShownAnswer()
  const [frame, width] = useWidth<HTMLDivElement>()
  const pictureHeight = use(PictureHeight)
  const height = pictureHeight ?? (width < 640 ? 280 : 380)
  const { short } = useValueFormat(unit)
  const { marks } = useShownNotes(answer)
  const { bucket, zone } = answer.question
  const ticksOf = useTicks(zone)
  const labelOf = useChartLabel()
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
  const { form, drawn, all } = useMemo(() => {
    const shown = { ...model, lines }
    const form = formOf(shown, kind, plot.width)
    return { form, ...countDrawn(shown, form, plot.width) }
  }, [model, lines, plot, kind])
  const atEnds = new Set(namesAtEnds(model, kind, width).map(({ key }) => key))
  const inLegend = [
    ...lines.filter(({ key }) => !atEnds.has(key)),
    ...(width < 640 ? model.targets : []),
  ]
  const label = labelOf(name, built, plot)
  const allNotes = [
    ...(kind === "bar" && form === "lines" ? [t("tooManyBars")] : []),
    ...(drawn < all ? [t("reduced", { all, drawn })] : []),
    ...notes,
  ]
  return (
    <div className="space-y-2">
      <div ref={frame} data-chart style={{ height }} className="relative">
        {width > 0 ? (
          <>
            <SeriesChart
              model={model}
              kind={kind}
              plot={plot}
              width={width}
              height={height}
              ticks={ticks}
              label={label}
              formatAxis={short}
              notes={marks}
              isolated={isolated}
            />
            <AnswerCursor built={built} kind={kind} plot={plot} label={label} onLine={pointAt} />
          </>
        ) : null}
      </div>
      {inLegend.length > 1 || model.targets.length > 0 ? (
        <ChartLegend
          lines={inLegend}
          asBars={form !== "lines" && form !== "areas"}
          pressed={pressed}
          onPoint={point}
          onPress={press}
        />
      ) : null}
      {allNotes.map((note) => (
        <p key={note} className="text-ink-muted text-xs">
          {note}
        </p>
      ))}
    </div>
  )
}
