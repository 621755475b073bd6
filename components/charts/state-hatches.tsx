import { useId } from "react"
import { useTranslations } from "use-intl"
import { bucketCount, type ChartModel } from "./chart-model"
import { type PlotArea, xOf } from "./plot-area"

/** Why there is nothing to draw, beside mere absence. */
type UnknownState = "suppressed" | "unsynced"

/** Neighbouring buckets of which nothing may or can be disclosed: of all groups, or of some or in part. */
export interface StateRun {
  readonly state: UnknownState
  readonly isWhole: boolean
  readonly from: number
  /** Included. */
  readonly to: number
}

/** The letters of each, that of a cell without a value first. */
const letters = [
  ["suppressed", "sp"],
  ["unsynced", "u"],
] as const

function stateAt(lines: readonly { readonly states: string }[], index: number) {
  const found = lines.map(({ states }) => states[index] ?? "m")
  for (const [state, its] of letters)
    if (found.some((letter) => its.includes(letter)))
      return { state, isWhole: found.every((letter) => letter === its[0]) }
  return undefined
}

/** The intervals of a model that are suppressed or not copied, by its lines that are not compared. */
export function stateRuns(model: ChartModel): StateRun[] {
  const lines = model.lines.filter(({ isCompared }) => !isCompared)
  const runs: StateRun[] = []
  for (let index = 0; index < bucketCount(model); index += 1) {
    const found = stateAt(lines, index)
    if (!found) continue
    const before = runs.at(-1)
    const goesOn =
      before?.to === index - 1 && before.state === found.state && before.isWhole === found.isWhole
    if (goesOn) runs[runs.length - 1] = { ...before, to: index }
    else runs.push({ ...found, from: index, to: index })
  }
  return runs
}

const stripHeight = 10
const labelRoom = 92

interface StateHatchesProps {
  readonly model: Pick<ChartModel, "edges">
  readonly runs: readonly StateRun[]
  readonly plot: PlotArea
}

/** Hatched intervals: where too few people are behind a value, and where the copy has not come. */
export function StateHatches({ model, runs, plot }: StateHatchesProps) {
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
            {isWhole && end - x > labelRoom ? (
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
