"use client"

import { useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { ScaleKind } from "@/lib/client"
import type { AxisChart } from "../charts/chart-model"
import type { ValueScale } from "../charts/plot-area"
import SeriesChart, { plotOf } from "../charts/series-chart"
import { useWidth } from "../charts/use-width"
import { Button } from "../ui/button"
import { useValueFormat } from "../ui/value-format"
import { AnswerCursor, useChartLabel } from "./answer-cursor"
import { type ExplorerModel, type GroupPanel, panelModels } from "./build-model"
import { useShownAnswer } from "./explorer-context"
import { useTicks } from "./labels"

interface AnswerPanelsProps {
  readonly built: ExplorerModel
  readonly kind: AxisChart
  readonly scales: ScaleKind
}

const minWidth = 260
const height = 150
const gap = 16
const atOnce = 24
const ignore = () => {}

/** Small multiples, one per group, on a shared value axis unless each has its own. */
export function AnswerPanels({ built, kind, scales }: AnswerPanelsProps) {
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
                  kind={kind}
                  panel={panel}
                  width={each}
                  {...(scales === "shared" && { scale })}
                />
              ))
          : null}
      </div>
      <p className="flex flex-wrap items-center gap-3 text-ink-muted text-xs">
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

interface PanelProps {
  readonly panel: GroupPanel
  readonly kind: AxisChart
  readonly width: number
  readonly scale?: ValueScale
}

function Panel({ panel, kind, width, scale }: PanelProps) {
  const { answer, unit } = useShownAnswer()
  const { title, built } = panel
  const { model } = built
  const { bucket, zone } = answer.question
  const { short } = useValueFormat(unit)
  const ticksOf = useTicks(zone)
  const labelOf = useChartLabel()
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
        <SeriesChart
          {...{ model, kind, plot, width, height, ticks }}
          label={title}
          formatAxis={short}
        />
        <AnswerCursor
          built={built}
          kind={kind}
          plot={plot}
          label={labelOf(title, built, plot)}
          onLine={ignore}
        />
      </div>
    </section>
  )
}
