"use client"

import { useMemo } from "react"
import { useTranslations } from "use-intl"
import type { WeekPattern } from "@/lib/catalogue"
import { styleOfGroup } from "../charts/chart-model"
import { weekLayout } from "../charts/heat-cells"
import { HeatMap } from "../charts/heat-map"
import { useWidth } from "../charts/use-width"
import { useValueFormat } from "../ui/value-format"
import { useExplorer, useShownUnit } from "./explorer-context"
import { useShadesText, useWeekNames, useWeekValue } from "./week-labels"

interface WeekProps {
  readonly pattern: WeekPattern
}

/** Wider charts label every hour, narrower ones every third. */
const hourRoom = 26 * 24

/** The typical week: weekdays as rows and hours as columns, or weekdays alone. */
export function WeekHeat({ pattern }: WeekProps) {
  const t = useTranslations("kpis")
  const { name } = useExplorer().setup
  const { short } = useValueFormat(useShownUnit())
  const { weekdayName, cellName } = useWeekNames()
  const valueText = useWeekValue()
  const shades = useShadesText()(pattern)
  const [frame, width] = useWidth<HTMLDivElement>()
  const { by, values, states } = pattern
  const layout = useMemo(() => weekLayout(by), [by])
  const model = useMemo(() => {
    const line = { key: "week", group: "week", label: "", isCompared: false, values, states }
    const style = styleOfGroup(0)
    const edges = Array.from({ length: values.length + 1 }, (_, index) => index)
    return { edges, lines: [{ ...line, style, partial: new Set<number>() }], targets: [] }
  }, [values, states])
  const step = by === "hour" && width < hourRoom ? 3 : 1
  const columnName = (column: number) =>
    by === "hour" ? `${column}`.padStart(2, "0") : weekdayName(column, "short")
  return (
    <>
      {shades ? (
        <p data-legend className="sr-only">
          {shades}
        </p>
      ) : null}
      {by === "weekday" ? <p className="pb-3 text-ink-muted">{t("pattern.oneTime")}</p> : null}
      <div ref={frame} data-chart>
        {width > 0 ? (
          <HeatMap
            model={model}
            layout={layout}
            width={width}
            rowNames={Array.from({ length: layout.rows }, (_, row) =>
              by === "hour" ? weekdayName(row, "short") : "",
            )}
            ticks={layout.starts
              .filter((column) => column % step === 0)
              .map((index) => ({ index, label: columnName(index) }))}
            label={t(`pattern.chart.${by}`, { name })}
            help={t("pattern.help")}
            tooMany={t("tooManyCells")}
            format={short}
            nameOf={({ index }) => `${cellName(pattern, index)}: ${valueText(pattern, index)}`}
            renderTip={({ index }) => <WeekTip pattern={pattern} cell={index} />}
          />
        ) : null}
      </div>
    </>
  )
}

function WeekTip({ pattern, cell }: WeekProps & { readonly cell: number }) {
  const t = useTranslations("kpis.pattern")
  const { cellName } = useWeekNames()
  const valueText = useWeekValue()
  const count = pattern.counts[cell] ?? 0
  return (
    <div className="rounded-lg bg-raised px-3 py-2 text-xs shadow-popup">
      <p className="mb-1 font-medium">{cellName(pattern, cell)}</p>
      <p className="tabular">{valueText(pattern, cell)}</p>
      {count > 0 ? <p className="mt-1 text-ink-muted">{t("points", { count })}</p> : null}
    </div>
  )
}
