import type { ChartLine, ChartTarget } from "./chart-model"
import { LineSample } from "./line-sample"

export interface ChartLegendProps {
  readonly lines: readonly (ChartLine | ChartTarget)[]
  /** Bars have a patch of colour in the place of a line. */
  readonly asBars: boolean
}

/** What each line or bar stands for, where there is no room for names in the chart. */
export function ChartLegend({ lines, asBars }: ChartLegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {lines.map((line) => (
        <li key={line.key} className="flex min-w-0 max-w-full items-center gap-1.5">
          {asBars && "states" in line ? (
            <span
              className="size-2.5 shrink-0 rounded-xs border"
              style={{
                borderColor: line.look.colour,
                backgroundColor: `color-mix(in oklch, ${line.look.colour} ${line.isCompared ? 45 : 90}%, transparent)`,
              }}
            />
          ) : (
            <LineSample {...line.look} />
          )}
          <span className="truncate">{line.label}</span>
        </li>
      ))}
    </ul>
  )
}
