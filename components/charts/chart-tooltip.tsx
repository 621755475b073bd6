import { useFormatter } from "use-intl"
import { dateTimeFormat } from "../ui/date-time-format"
import { type ChartSeries, lookOf } from "./chart-series"
import { LineSample } from "./line-sample"

export interface ChartTooltipProps {
  readonly series: readonly ChartSeries[]
  readonly unit: string
  /** Given by the chart. */
  readonly active?: boolean | undefined
  readonly label?: unknown
}

/** The values of every line at the moment under the pointer. */
export function ChartTooltip({ series, unit, active, label }: ChartTooltipProps) {
  const format = useFormatter()
  const time = Number(label)
  if (!active || Number.isNaN(time)) return null
  return (
    <div className="min-w-44 rounded-lg bg-raised px-3 py-2 text-xs shadow-popup">
      <p className="mb-1 text-ink-muted">{format.dateTime(new Date(time), dateTimeFormat)}</p>
      <ul className="space-y-0.5">
        {series.map((one, index) => {
          const value = one.line.find((point) => point.time === time)?.value
          if (value === null || value === undefined) return null
          return (
            <li key={one.key} className="flex items-center gap-2">
              <LineSample {...lookOf(one, index)} />
              <span className="min-w-0 flex-1 truncate">{one.label}</span>
              <span className="tabular font-medium">
                {format.number(value, { maximumFractionDigits: 2 })} {unit}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
