import { useId } from "react"
import { useTranslations } from "use-intl"
import type { ChartModel } from "./chart-model"
import { type PlotArea, xOf } from "./plot-area"
import type { StateRun } from "./state-runs"

const stripHeight = 10
const roomForWords = 92

export interface StateBandsProps {
  readonly model: Pick<ChartModel, "edges">
  readonly runs: readonly StateRun[]
  readonly plot: PlotArea
}

/** Hatched stretches: where too few people are behind a value, and where the copy has not come. */
export function StateBands({ model, runs, plot }: StateBandsProps) {
  const t = useTranslations("kpis.states")
  const id = useId()
  if (runs.length === 0) return null
  return (
    <g>
      <defs>
        <Hatch id={`${id}-suppressed`} turned={45} />
        <Hatch id={`${id}-unsynced`} turned={90} />
      </defs>
      {runs.map(({ state, isWhole, from, to }) => {
        const [x, end] = [xOf(plot, model.edges[from] ?? 0), xOf(plot, model.edges[to + 1] ?? 0)]
        const height = isWhole ? plot.height : stripHeight
        const y = plot.top + plot.height - height
        const frame = { x, y, width: Math.max(2, end - x), height }
        return (
          <g key={from} data-state={state}>
            {/* Bars and areas of the other groups shine through a strip. */}
            {isWhole ? null : <rect {...frame} fill="var(--surface)" fillOpacity={0.6} />}
            <rect {...frame} fill={`url(#${id}-${state})`} />
            {isWhole && end - x > roomForWords ? (
              <text
                x={(x + end) / 2}
                y={plot.top + plot.height / 2}
                textAnchor="middle"
                stroke="var(--surface)"
                strokeWidth={4}
                paintOrder="stroke"
                fill="var(--ink-muted)"
                className="text-xs"
              >
                {t(state)}
              </text>
            ) : null}
          </g>
        )
      })}
    </g>
  )
}

function Hatch({ id, turned }: { id: string; turned: number }) {
  return (
    <pattern
      id={id}
      width={6}
      height={6}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${turned})`}
    >
      <rect width={6} height={6} fill="var(--ink-faint)" fillOpacity={0.07} />
      <path d="M0,0V6" stroke="var(--ink-faint)" strokeOpacity={0.55} strokeWidth={1.5} />
    </pattern>
  )
}
