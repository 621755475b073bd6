import { useCallback, useMemo, useState } from "react"
import { createRoot } from "react-dom/client"
import { ChartCursor } from "@/components/charts/chart-cursor"
import { type ChartModel, styleOfGroup } from "@/components/charts/chart-model"
import { drawLines } from "@/components/charts/chart-points"
import { useIsolation } from "@/components/charts/isolated-lines"
import SeriesChart, { plotOf } from "@/components/charts/series-chart"
import { Providers } from "@/components/frame/providers"
import { messages } from "@/lib/client/messages/en"
import { chartSize, hourEdges, hours, isExtreme, lineCount, listChartLines } from "./chart-lines"
import { offerChart } from "./chart-page"

const model: ChartModel = {
  edges: hourEdges,
  targets: [],
  lines: listChartLines().map((values, line) => ({
    key: `s${line}`,
    group: `s${line}`,
    label: `Line ${line + 1}`,
    isCompared: false,
    values,
    style: styleOfGroup(line),
    states: "v".repeat(hours),
    partial: new Set<number>(),
  })),
}
const number = new Intl.NumberFormat("en", { maximumFractionDigits: 2 })
const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })
const ticks = Array.from({ length: 8 }, (_, place) => {
  const index = Math.floor(((place + 0.5) * hours) / 8)
  return { index, label: moment.format(hourEdges[index]) }
})
const nothing = () => {}

/** The explorer's chart with the layer that describes the bucket under the pointer. */
function Chart() {
  const [{ width, height }] = useState(chartSize)
  const plot = useMemo(() => plotOf({ model, kind: "line", width, height }), [width, height])
  const { isolated, point } = useIsolation(model)
  const pointAt = useCallback(
    (line: number | undefined) => point(line === undefined ? undefined : model.lines[line]?.key),
    [point],
  )
  return (
    <div style={{ position: "relative", width, height }}>
      <SeriesChart
        {...{ model, kind: "line", plot, width, height, ticks, isolated }}
        label="Lines"
        formatAxis={number.format}
      />
      <ChartCursor
        plot={plot}
        model={model}
        kind="line"
        label="Lines"
        help=""
        renderTip={({ index }) => (
          <div data-tip className="rounded-lg bg-raised px-3 py-2 text-xs shadow-popup">
            {moment.format(hourEdges[index])}
            {model.lines.map(({ key, label, values }) => (
              <p key={key}>
                {label} {number.format(values[index] ?? 0)}
              </p>
            ))}
          </div>
        )}
        summarize={() => ""}
        onLine={pointAt}
        onOpen={nothing}
        onSelect={nothing}
        onBack={nothing}
      />
    </div>
  )
}

function countExtremes() {
  const { width } = plotOf({ model, kind: "line", ...chartSize })
  const indexes = Array.from({ length: hours }, (_, index) => index)
  let [drawn, all] = [0, 0]
  for (const [line, { whole }] of drawLines(model, width).entries()) {
    const shown = new Set(whole.map(({ at }) => Math.floor(at)))
    const extremes = indexes.filter((index) => isExtreme(line, index))
    all += extremes.length
    drawn += extremes.filter((index) => shown.has(index)).length
  }
  return { drawn, all }
}

offerChart({
  mount: (root) =>
    createRoot(root).render(
      <Providers locale="en" messages={messages} zones={{ chosen: "UTC" }}>
        <Chart />
      </Providers>,
    ),
  isDrawn: (root) =>
    [...root.querySelectorAll("path")].filter(
      (path) => (path.getAttribute("d") ?? "").length > hours / lineCount,
    ).length >= lineCount,
  plot: "[role=application]",
  readout: "[data-tip]",
  extremes: countExtremes,
})
