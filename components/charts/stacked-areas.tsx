import type { DrawnLine } from "./draw-points"
import { LineGroup } from "./isolated-lines"
import { type PlotArea, xOf, yOf } from "./plot-area"

/** From where to where a group's part of a stack reaches. */
export interface StackPart {
  readonly from: number
  readonly to: number
}

/** Puts groups on each other bucket by bucket, those below zero downwards; null where a group has no value. */
export function stackLines(
  lines: readonly (readonly (number | null)[])[],
): readonly (readonly (StackPart | null)[])[] {
  const count = lines[0]?.length ?? 0
  const up = new Float64Array(count)
  const down = new Float64Array(count)
  return lines.map((values) =>
    values.map((value, index) => {
      if (value === null) return null
      const stack = value < 0 ? down : up
      const from = stack[index] ?? 0
      stack[index] = from + value
      return { from, to: from + value }
    }),
  )
}

export interface StackedAreasProps {
  readonly edges: readonly number[]
  readonly lines: readonly DrawnLine[]
  readonly plot: PlotArea
}

/** Where an interval of buckets is drawn, as indexes into the drawn points. */
type Run = readonly number[]

const round = (pixels: number) => Math.round(pixels * 10) / 10

/** Neighbouring positions that fit. */
function runsOf(count: number, fits: (position: number) => boolean): Run[] {
  const runs: number[][] = []
  for (let position = 0; position < count; position += 1) {
    if (!fits(position)) continue
    const run = runs.at(-1)
    if (run?.at(-1) === position - 1) run.push(position)
    else runs.push([position])
  }
  return runs
}

/** The intervals of a stack whose buckets are whole, and those whose are not, each of which begins and ends at its neighbours. */
function intervalsOf(lines: readonly DrawnLine[]): { whole: Run[]; partial: Run[] } {
  const drawnPoints = lines[0]?.points ?? []
  const isKnown = (position: number) =>
    lines.some(({ points }) => (points[position]?.value ?? null) !== null)
  const isPartial = (position: number) =>
    lines.some(({ line }) => line.partial.has(drawnPoints[position]?.index ?? -1))
  const partial = runsOf(drawnPoints.length, (position) => isKnown(position) && isPartial(position))
  return {
    whole: runsOf(drawnPoints.length, (position) => isKnown(position) && !isPartial(position)),
    partial: partial.map((run) =>
      [(run[0] ?? 0) - 1, ...run, (run.at(-1) ?? 0) + 1].filter(isKnown),
    ),
  }
}

/** Groups on each other as areas, where there are too many buckets for bars: open where no group has a value, pale and dashed where buckets are not whole. */
export function StackedAreas({ edges, lines, plot }: StackedAreasProps) {
  const drawnPoints = lines[0]?.points ?? []
  const { whole, partial } = intervalsOf(lines)
  // What one group lacks takes no room among the others; hatches show why it is not there.
  const stacks = stackLines(lines.map(({ points }) => points.map(({ value }) => value ?? 0)))
  /** A bucket alone is as wide as it is; others are joined at their middles. */
  const trace = (run: Run, heightAt: (position: number) => number): string[] =>
    run.flatMap((position) => {
      const { index = 0, time = 0 } = drawnPoints[position] ?? {}
      const times = run.length > 1 ? [time] : [edges[index] ?? 0, edges[index + 1] ?? 0]
      return times.map((at) => `${round(xOf(plot, at))},${round(yOf(plot, heightAt(position)))}`)
    })
  const shape = (runs: readonly Run[], line: number) => {
    const at = (end: "from" | "to") => (position: number) => stacks[line]?.[position]?.[end] ?? 0
    return runs
      .map((run) => [...trace(run, at("to")), ...trace(run, at("from")).toReversed()].join("L"))
      .map((points) => `M${points}Z`)
      .join("")
  }
  return (
    <>
      {lines.map(({ line: { key, style } }, position) => (
        <LineGroup key={key} line={key} fill={style.colour}>
          <path
            data-part="whole"
            d={shape(whole, position)}
            fillOpacity={0.8}
            stroke="var(--surface)"
            strokeWidth={0.5}
          />
          <path
            data-part="partial"
            d={shape(partial, position)}
            fillOpacity={0.25}
            stroke={style.colour}
            strokeDasharray="3 2"
          />
        </LineGroup>
      ))}
      {/* A zero is there: it has a line on the axis. */}
      <path
        data-part="base"
        d={whole.map((run) => `M${trace(run, () => 0).join("L")}`).join("")}
        fill="none"
        stroke={lines[0]?.line.style.colour}
        strokeWidth={1.5}
      />
    </>
  )
}
