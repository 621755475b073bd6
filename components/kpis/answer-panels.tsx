"use client"

import { useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import type { ScaleKind } from "@/lib/client"
import { ChartCursor } from "../charts/chart-cursor"
import type { AxisChart } from "../charts/chart-model"
import { LineSample } from "../charts/line-sample"
import { PanelChart } from "../charts/panel-chart"
import { plotOf } from "../charts/series-chart"
import { useWidth } from "../charts/use-width"
import type { ValueScale } from "../charts/value-scale"
import { Button } from "../ui/button"
import type { ExplorerModel } from "./build-model"
import { CellTip } from "./cell-tip"
import { nearestLine, useChartLabel, useTell } from "./line-places"
import { type GroupPanel, panelModels } from "./panel-models"
import { useTicks } from "./use-bucket-label"
import type { Zoom } from "./use-zoom"
import { useValueFormat } from "./value-format"

export interface AnswerPanelsProps {
  readonly answer: SeriesAnswer
  readonly built: ExplorerModel
  readonly unit: string
  readonly kind: AxisChart
  readonly scales: ScaleKind
  readonly zoom: Zoom
  readonly rangeName: (range: number) => string
  readonly onOpen: (line: number, index: number) => void
}

const minWidth = 260
const height = 150
const gap = 16
const atOnce = 24
const ignore = () => {}

/** An answer as small charts, one for each group, on a shared axis of values unless each shall have its own. */
export function AnswerPanels(props: AnswerPanelsProps) {
  const { built, kind, scales, rangeName } = props
  const t = useTranslations("kpis.panels")
  const [frame, width] = useWidth<HTMLDivElement>()
  const [shown, setShown] = useState(atOnce)
  const panels = useMemo(() => panelModels(built), [built])
  const columns = Math.max(1, Math.floor((width + gap) / (minWidth + gap)))
  const each = Math.floor((width - gap * (columns - 1)) / columns)
  const scale = useMemo(
    () => plotOf({ model: built.model, kind, width: minWidth, height }).scale,
    [built, kind],
  )
  const count = Math.min(shown, panels.length)
  return (
    <div className="space-y-3">
      <div
        ref={frame}
        data-chart
        className="grid items-end"
        style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {width > 0
          ? panels
              .slice(0, shown)
              .map((panel) => (
                <Panel
                  key={panel.key}
                  {...props}
                  panel={panel}
                  width={each}
                  {...(scales === "shared" && { scale })}
                />
              ))
          : null}
      </div>
      <p className="flex flex-wrap items-center gap-3 text-ink-muted text-xs">
        {panels[0]?.built.model.lines.slice(1).map(({ key, look }, at) => (
          <span key={key} className="flex items-center gap-1.5">
            <LineSample {...look} />
            {rangeName(at + 1)}
          </span>
        ))}
        {t("shown", { shown: count, count: panels.length })} {t(`${scales}Said`)}
        {panels.length > count ? (
          <Button size="sm" onClick={() => setShown(panels.length)}>
            {t("showAll", { count: panels.length })}
          </Button>
        ) : null}
      </p>
    </div>
  )
}

interface PanelProps extends AnswerPanelsProps {
  readonly panel: GroupPanel
  readonly width: number
  readonly scale?: ValueScale
}

function Panel({ panel, answer, unit, kind, width, scale, zoom, onOpen }: PanelProps) {
  const t = useTranslations("kpis")
  const { title, built, lines } = panel
  const { model } = built
  const { bucket, zone } = answer.question
  const { short } = useValueFormat(unit)
  const ticksOf = useTicks(zone)
  const labelOf = useChartLabel(unit)
  const tell = useTell({ answer, built, unit })
  const own = useMemo(() => plotOf({ model, kind, width, height }), [model, kind, width])
  const plot = useMemo(() => (scale ? { ...own, scale } : own), [own, scale])
  const ticks = useMemo(
    () => ticksOf(model.edges, bucket, plot.width),
    [model, bucket, plot, ticksOf],
  )
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="font-medium text-xs">{title}</h3>
      <div className="relative" style={{ height }}>
        <PanelChart {...{ model, kind, plot, width, height, ticks, title }} formatAxis={short} />
        <ChartCursor
          plot={plot}
          edges={model.edges}
          lines={model.lines.length}
          label={labelOf(title, model, plot)}
          help={t("chartHelp")}
          nearest={nearestLine(model, kind, plot)}
          renderTip={(place) => <CellTip answer={answer} built={built} place={place} unit={unit} />}
          tell={tell}
          onLine={ignore}
          onOpen={({ line, index }) => onOpen(lines[line] ?? 0, index)}
          onSelect={(from, to) => zoom.into(answer, from, to)}
          onBack={() => zoom.back?.()}
        />
      </div>
    </section>
  )
}
