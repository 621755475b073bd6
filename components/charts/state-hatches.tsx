import { useId } from "react"
import { ReferenceArea } from "recharts"
import { useTranslations } from "use-intl"
import { bucketCount, type ChartModel } from "./chart-model"
import { type PlotArea, xOf } from "./plot-area"

/** Why nothing is drawn, other than missing data. */
type UnknownState = "suppressed" | "unsynced"

/** Adjacent buckets that are suppressed or not copied: for all groups, or for some or in part. */
export interface StateRun {
  readonly state: UnknownState
  readonly isWhole: boolean
  readonly from: number
  /** Inclusive. */
  readonly to: number
}

/** Letters of each state, with that of a missing value first. */
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

/** The suppressed or uncopied ranges of a model, ignoring comparisons. */
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
const aboveBars = 350

interface StateHatchesProps {
  readonly model: ChartModel
  readonly plot: PlotArea
}

/**
 * Hatches suppressed and uncopied ranges; only a strip at the bottom if other groups have values.
 */
export function StateHatches({ model, plot }: StateHatchesProps) {
  const t = useTranslations("kpis.states")
  const id = useId()
  const { low, high } = plot.scale
  const strip = low + ((high - low) * stripHeight) / plot.height
  const runs = stateRuns(model)
  if (runs.length === 0) return null
  return [
    <defs key="hatches">
      {(["suppressed", "unsynced"] as const).map((state) => (
        <pattern
          key={state}
          id={`${id}-${state}`}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${state === "suppressed" ? 45 : 90})`}
        >
          {/* Bars and areas of the other groups shine through a strip. */}
          <rect width={6} height={6} fill="var(--surface)" fillOpacity={0.6} />
          <rect width={6} height={6} fill="var(--ink-faint)" fillOpacity={0.07} />
          <path d="M0,0V6" stroke="var(--ink-faint)" strokeOpacity={0.55} strokeWidth={1.5} />
        </pattern>
      ))}
    </defs>,
    ...runs.map(({ state, isWhole, from, to }) => (
      <ReferenceArea
        key={from}
        data-state={state}
        x1={from}
        x2={to + 1}
        {...(!isWhole && { y1: low, y2: strip })}
        zIndex={aboveBars}
        fill={`url(#${id}-${state})`}
        fillOpacity={1}
        {...(isWhole &&
          xOf(plot, to + 1) - xOf(plot, from) > labelRoom && {
            label: {
              value: t(state),
              position: "center" as const,
              fill: "var(--ink-muted)",
              stroke: "var(--surface)",
              strokeWidth: 4,
              paintOrder: "stroke",
              fontSize: 12,
            },
          })}
      />
    )),
  ]
}
