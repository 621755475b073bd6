import type { PlotArea } from "./plot-area"

/** Where a note stands: from one moment to another, in milliseconds since 1970, under a short name. */
export interface NoteMark {
  readonly from: number
  readonly to: number
  readonly name: string
}

const radius = 8

/** Notes beside the days that they are of: a band as wide as the days, and its name at the top. */
export function NoteMarks({ marks, plot }: { marks: readonly NoteMark[]; plot: PlotArea }) {
  const { left, top, width, height, from, to } = plot
  const x = (moment: number) =>
    left + (Math.min(Math.max(moment, from), to) - from) * (width / (to - from))
  return (
    <g data-notes="">
      {marks.map((mark) => {
        const [start, end] = [x(mark.from), x(mark.to)]
        const middle = (start + end) / 2
        return (
          <g key={mark.name}>
            <rect
              x={start}
              y={top}
              width={Math.max(1, end - start)}
              height={height}
              fill="var(--accent)"
              fillOpacity={0.07}
            />
            <path d={`M${middle},${top}v${height}`} stroke="var(--accent)" strokeDasharray="2 3" />
            <circle cx={middle} cy={top} r={radius} fill="var(--accent)" />
            <text
              x={middle}
              y={top}
              fill="var(--on-accent)"
              fontSize={11}
              fontWeight={600}
              textAnchor="middle"
              dominantBaseline="central"
            >
              {mark.name}
            </text>
          </g>
        )
      })}
    </g>
  )
}
