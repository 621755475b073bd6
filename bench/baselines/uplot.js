import UPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { chartSize, hourEdges, listChartLines } from "../kpi/chart/chart-lines.ts"
import { offerChart } from "../kpi/chart/chart-page.ts"

const colours = ["#2563eb", "#d97706", "#059669", "#be185d", "#7c3aed"]
const lines = listChartLines()
const data = [hourEdges.slice(0, -1).map((time) => time / 1000), ...lines]
let isDrawn = false

offerChart({
  mount: (root) =>
    new UPlot(
      {
        ...chartSize,
        series: [
          {},
          ...lines.map((_, line) => ({ label: `s${line}`, stroke: colours[line], width: 2 })),
        ],
        hooks: {
          draw: [
            () => {
              isDrawn = true
            },
          ],
        },
      },
      data,
      root,
    ),
  isDrawn: () => isDrawn,
  plot: ".u-over",
  readout: ".u-legend",
})
