import type { DrawnLine } from "./draw-points"
import { LineGroup } from "./line-group"
import { areaPath, linePath, lonePoints } from "./line-path"
import { type PlotArea, xOf, yOf } from "./plot-area"

export interface LineMarksProps {
  readonly lines: readonly DrawnLine[]
  readonly plot: PlotArea
  readonly filled: boolean
}

/** Lines over time: gaps stay open, buckets that are not whole are dashed and hollow. */
export function LineMarks({ lines, plot, filled }: LineMarksProps) {
  // What is compared lies below.
  const ordered = lines.toSorted(
    (one, other) => Number(other.line.isCompared) - Number(one.line.isCompared),
  )
  return ordered.map((drawn) => (
    <OneLine key={drawn.line.key} drawn={drawn} plot={plot} filled={filled} />
  ))
}

interface OneLineProps extends Omit<LineMarksProps, "lines"> {
  readonly drawn: DrawnLine
}

function OneLine({ drawn: { line, points, dashed }, plot, filled }: OneLineProps) {
  const { colour, dash, width } = line.look
  const hollow = dashed.filter(
    ({ index }) => !points.some((each) => each.index === index && each.value !== null),
  )
  return (
    <LineGroup line={line.key} fill="none" strokeLinejoin="round" strokeLinecap="round">
      {filled && !line.isCompared ? (
        <path d={areaPath(plot, points)} fill={colour} fillOpacity={0.14} />
      ) : null}
      <path
        d={linePath(plot, points)}
        stroke={colour}
        strokeWidth={width}
        {...(dash && { strokeDasharray: dash, strokeLinecap: "butt" })}
      />
      <path
        d={linePath(plot, dashed)}
        stroke={colour}
        strokeWidth={width}
        strokeDasharray="1 4"
        strokeOpacity={0.85}
      />
      {lonePoints(points).map(({ index, time, value }) => (
        <circle key={index} cx={xOf(plot, time)} cy={yOf(plot, value)} r={2.5} fill={colour} />
      ))}
      {hollow
        .slice(0, 60)
        .map(({ index, time, value }) =>
          value === null ? null : (
            <circle
              key={index}
              cx={xOf(plot, time)}
              cy={yOf(plot, value)}
              r={3}
              fill="var(--surface)"
              stroke={colour}
              strokeWidth={1.5}
            />
          ),
        )}
    </LineGroup>
  )
}
