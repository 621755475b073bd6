import { usePlotArea, useYAxisScale } from "recharts"
import { type ChartSeries, lookOf } from "./chart-series"
import { spreadLabels } from "./spread-labels"

const gap = 16
const longest = 16

const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

const lastValue = ({ line }: ChartSeries) =>
  line.findLast(({ value }) => value !== null)?.value ?? undefined

/** Each line's name at its end, kept apart where lines meet. */
export function EndLabels({ series }: { series: readonly ChartSeries[] }) {
  const area = usePlotArea()
  const scale = useYAxisScale()
  if (!area || !scale) return null
  const labels = series.flatMap((one, index) => {
    const value = lastValue(one)
    const y = value === undefined ? undefined : scale(value)
    return y === undefined ? [] : [{ one, y, colour: lookOf(one, index).colour }]
  })
  const places = spreadLabels(
    labels.map(({ y }) => y),
    gap,
    area.y + gap / 2,
    area.y + area.height - gap / 2,
  )
  const edge = area.x + area.width
  return labels.map(({ one, y, colour }, index) => (
    <g key={one.key}>
      <path
        d={`M${edge + 2},${y}L${edge + 10},${places[index] ?? y}`}
        stroke={colour}
        strokeOpacity={0.6}
        fill="none"
      />
      <text
        x={edge + 14}
        y={places[index] ?? y}
        dominantBaseline="central"
        fill={colour}
        className="font-medium text-xs"
      >
        {shorten(one.label)}
      </text>
    </g>
  ))
}
