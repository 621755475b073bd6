import { useMemo } from "react"
import { useFormatter, useLocale, useTranslations } from "use-intl"
import type { SummaryGroups, SummaryMeasure } from "@/lib/catalogue"
import type { SummarizedAnswers } from "@/lib/contract"
import { useTicks } from "../charts/bucket-labels"
import { type CategoryBar, CategoryBars } from "../charts/category-bars"
import { ChartLegend } from "../charts/chart-legend"
import { type ChartModel, groupStyles } from "../charts/chart-model"
import { useIsolation } from "../charts/isolated-lines"
import SeriesChart, { namesAtEnds, plotOf } from "../charts/series-chart"
import { useWidth } from "../charts/use-width"
import { daysFormat } from "../data-table"
import {
  useFigureText,
  useIsDays,
  useKeyName,
  useMeasureLabel,
  useShownMeasure,
} from "./summary-context"
import { bucketEdgesOf, figureNumber, lineOfRows } from "./summary-lines"

const maxBars = 15

function useModel(
  { groups, rows }: SummarizedAnswers,
  first: SummaryGroups,
): ChartModel | undefined {
  const { at, measure } = useShownMeasure()
  const measureLabel = useMeasureLabel()
  const second = groups[1]
  const secondName = useKeyName(second ?? first)
  const edges = useMemo(() => bucketEdgesOf(first), [first])
  if (!edges) return undefined
  const parts = { edges, first, at, nothing: measure.name === "count" ? 0 : null }
  const lines = second
    ? second.keys.slice(0, groupStyles).map((key, place) =>
        lineOfRows(
          parts,
          { key: `${place}`, label: secondName(key), position: place },
          rows.filter(({ keys }) => keys[1] === place),
        ),
      )
    : [lineOfRows(parts, { key: "all", label: measureLabel(measure), position: 0 }, rows)]
  return { edges, lines, targets: [] }
}

interface TimeChartProps {
  readonly answer: SummarizedAnswers
  readonly first: SummaryGroups
}

/**
 * A figure over time, with a line per group of the second field; renders nothing if there are too
 * many buckets.
 */
function TimeChart(props: TimeChartProps) {
  const model = useModel(props.answer, props.first)
  return model ? <DrawnTime model={model} first={props.first} /> : null
}

function DrawnTime({ model, first }: { model: ChartModel; first: SummaryGroups }) {
  const { measure } = useShownMeasure()
  const measureLabel = useMeasureLabel()
  const formatAxis = useAxisFormat(measure)
  const [frame, width] = useWidth<HTMLDivElement>()
  const height = width < 640 ? 240 : 300
  const { bucket = "day", zone = "UTC" } = first
  const ticksOf = useTicks(zone)
  const { isolated, pressed, point, press } = useIsolation(model)
  const plot = plotOf({ model, kind: "line", width, height })
  const atEnds = new Set(namesAtEnds(model, "line", width).map(({ key }) => key))
  const inLegend = model.lines.filter(({ key }) => !atEnds.has(key))
  return (
    <div className="space-y-2 p-4 pb-2">
      <div ref={frame} data-chart="" style={{ height }} className="relative">
        {width > 0 ? (
          <SeriesChart
            model={model}
            kind="line"
            plot={plot}
            width={width}
            height={height}
            ticks={ticksOf(model.edges, bucket, plot.width)}
            label={measureLabel(measure)}
            formatAxis={formatAxis}
            isolated={isolated}
          />
        ) : null}
      </div>
      {inLegend.length > 1 ? (
        <ChartLegend
          lines={inLegend}
          asBars={false}
          pressed={pressed}
          onPoint={point}
          onPress={press}
        />
      ) : null}
    </div>
  )
}

function useAxisFormat(measure: SummaryMeasure): (value: number) => string {
  const formatter = useFormatter()
  const locale = useLocale()
  const isDays = useIsDays()(measure)
  const isShare = measure.name === "share"
  return useMemo(() => {
    if (isDays) return daysFormat(locale, "narrow")
    const style = isShare ? ({ style: "percent" } as const) : ({ notation: "compact" } as const)
    return (value) => formatter.number(value, { ...style, maximumFractionDigits: 1 })
  }, [formatter, locale, isDays, isShare])
}

/** The first groups as bars, in order. */
function GroupBars({ answer, first }: { answer: SummarizedAnswers; first: SummaryGroups }) {
  const { at, measure } = useShownMeasure()
  const t = useTranslations("summaries")
  const measureLabel = useMeasureLabel()
  const keyName = useKeyName(first)
  const figureText = useFigureText()
  const own = answer.groups.length > 1 ? answer.subtotals : answer.rows
  const rows = own.filter(({ keys }) => typeof keys[0] === "number" && (keys[1] ?? null) === null)
  const bars = rows.flatMap((row): CategoryBar[] => {
    const key = first.keys[row.keys[0] ?? -1]
    const value = figureNumber(row, at)
    if (!key || key.kind === "other") return []
    return [{ key: `${row.keys[0]}`, label: keyName(key), value, text: figureText(measure, value) }]
  })
  if (bars.every(({ value }) => value === null)) return null
  return (
    <div className="space-y-2 p-4">
      <CategoryBars label={measureLabel(measure)} bars={bars.slice(0, maxBars)} />
      {bars.length > maxBars ? (
        <p className="text-ink-muted text-xs">{t("firstBars", { count: maxBars })}</p>
      ) : null}
    </div>
  )
}

/** A chart of a summary by one or two fields: over time if the first is a time, else bars. */
export function SummaryChart({ answer }: { answer: SummarizedAnswers }) {
  const [first] = answer.groups
  if (!first || first.keys.length === 0) return null
  return first.bucket === undefined ? (
    <GroupBars answer={answer} first={first} />
  ) : (
    <TimeChart answer={answer} first={first} />
  )
}
