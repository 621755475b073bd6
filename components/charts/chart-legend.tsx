import { type ChartSeries, lookOf } from "./chart-series"
import { LineSample } from "./line-sample"

/** What each line and dot stands for, for places without room at the lines' ends. */
export function ChartLegend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {series.map((one, index) => (
        <li key={one.key} className="flex min-w-0 items-center gap-1.5">
          {one.kind === "line" ? (
            <LineSample {...lookOf(one, index)} />
          ) : (
            <span className="mx-1.5 size-1.5 rounded-full bg-series-rest" />
          )}
          <span className="truncate">{one.label}</span>
        </li>
      ))}
    </ul>
  )
}
