import { createRoot } from "react-dom/client"
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts"
import { chartSize, hourEdges, hours, lineCount, listChartLines } from "./chart-lines"
import { offerChart } from "./chart-page"

const colours = ["#2563eb", "#d97706", "#059669", "#be185d", "#7c3aed"]
const lines = listChartLines()
const rows = Array.from({ length: hours }, (_, index) => ({
  time: hourEdges[index],
  ...Object.fromEntries(lines.map((values, line) => [`s${line}`, values[index]])),
}))

/** Recharts with every point, in its fastest setup: a numeric axis, no dots, no animation. */
function Chart() {
  return (
    <LineChart {...chartSize} data={rows}>
      <CartesianGrid vertical={false} />
      <XAxis dataKey="time" type="number" scale="time" domain={["dataMin", "dataMax"]} />
      <YAxis domain={["auto", "auto"]} />
      <Tooltip isAnimationActive={false} />
      {lines.map((_, line) => (
        <Line
          key={colours[line]}
          dataKey={`s${line}`}
          stroke={colours[line] ?? "black"}
          strokeWidth={2}
          type="linear"
          dot={false}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  )
}

offerChart({
  mount: (root) => createRoot(root).render(<Chart />),
  isDrawn: (root) => root.querySelectorAll("path.recharts-line-curve").length === lineCount,
  plot: ".recharts-cartesian-grid",
  readout: ".recharts-tooltip-wrapper",
})
