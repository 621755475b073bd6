import type { ChartLine, ChartTarget, LineStyle } from "./chart-model"

export function LineSample({ colour, dash, width }: LineStyle) {
  return (
    <svg width="20" height="8" aria-hidden="true" className="shrink-0">
      <path d="M0,4H20" stroke={colour} strokeWidth={width} strokeDasharray={dash} fill="none" />
    </svg>
  )
}

export interface ChartLegendProps {
  readonly lines: readonly (ChartLine | ChartTarget)[]
  /** Bars have a swatch instead of a line. */
  readonly asBars: boolean
  /** The key of the line that stays highlighted until it is pressed again. */
  readonly pressed: string | undefined
  /** Called when a line is hovered or focused; undefined when none is. */
  readonly onPoint: (key: string | undefined) => void
  readonly onPress: (key: string) => void
}

/** The legend, for charts that are too small for inline labels; each entry highlights its line. */
export function ChartLegend({ lines, asBars, pressed, onPoint, onPress }: ChartLegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-2 gap-y-0.5 text-xs">
      {lines.map((line) => (
        <li
          key={line.key}
          data-legend
          data-colour={line.style.colour}
          {...(hasLine(line, asBars) && { "data-dash": line.style.dash ?? "" })}
          className="min-w-0 max-w-full"
        >
          <button
            type="button"
            aria-pressed={line.key === pressed}
            onPointerEnter={() => onPoint(line.key)}
            onPointerLeave={() => onPoint(undefined)}
            onFocus={() => onPoint(line.key)}
            onBlur={() => onPoint(undefined)}
            onClick={() => onPress(line.key)}
            className="flex min-h-6 max-w-full items-center gap-1.5 rounded-sm px-1 hover:bg-hover aria-pressed:bg-accent-soft"
          >
            <Sample line={line} asBars={asBars} />
            <span className="min-w-0 text-left">{line.label}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Targets are lines even in bar charts. */
const hasLine = (line: ChartLine | ChartTarget, asBars: boolean) => !asBars || !("states" in line)

function Sample({ line, asBars }: { line: ChartLine | ChartTarget; asBars: boolean }) {
  if (hasLine(line, asBars) || !("isCompared" in line)) return <LineSample {...line.style} />
  const { colour } = line.style
  return (
    <span
      className="size-2.5 shrink-0 rounded-xs border"
      style={{
        borderColor: colour,
        backgroundColor: `color-mix(in oklch, ${colour} ${line.isCompared ? 45 : 90}%, transparent)`,
      }}
    />
  )
}
