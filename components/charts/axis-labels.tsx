import { useTranslations } from "use-intl"
import { endNearZero, type PlotArea, yOf } from "./plot-area"

interface AxisBreakProps {
  readonly plot: PlotArea
  /** Formats a number for the value axis. */
  readonly formatAxis: (value: number) => string
}

/** Marks an axis that omits zero, so that a small change does not look like a large one. */
export function AxisBreak({ plot, formatAxis }: AxisBreakProps) {
  const t = useTranslations("kpis")
  const end = endNearZero(plot.scale)
  if (end === undefined) return null
  const bottom = plot.top + plot.height
  const from = end > 0 ? bottom - 16 : plot.top
  return (
    <g data-axis-break>
      <path
        d={`M${plot.left},${from}v3l-4,2.5l8,5l-4,2.5v3`}
        fill="none"
        stroke="var(--ink-muted)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      <text x={plot.left} y={plot.top - 5} fill="var(--ink-muted)" fontSize={11}>
        {t("axisStarts", { value: formatAxis(end) })}
      </text>
    </g>
  )
}

/**
 * Spreads labels at least `gap` apart within `low` and `high`, each as close to its position as the
 * order allows.
 */
export function spreadLabels(
  desired: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = desired.map((_, index) => index).toSorted((a, b) => at(desired, a) - at(desired, b))
  const positions = [...desired]
  let floor = low
  for (const index of order) {
    positions[index] = Math.max(at(positions, index), floor)
    floor = at(positions, index) + gap
  }
  let ceiling = high
  for (const index of order.toReversed()) {
    positions[index] = Math.min(at(positions, index), ceiling)
    ceiling = at(positions, index) - gap
  }
  return positions
}

const at = (list: readonly number[], index: number) => list[index] ?? 0

const gap = 16
const maxLetters = 18

const shorten = (text: string) =>
  text.length > maxLetters ? `${text.slice(0, maxLetters - 1)}…` : text

export interface EndLabel {
  readonly key: string
  readonly text: string
  readonly colour: string
  readonly value: number
}

interface EndLabelsProps {
  readonly labels: readonly EndLabel[]
  readonly plot: PlotArea
  /** Keys of the highlighted lines; undefined if none is. */
  readonly isolated: ReadonlySet<string> | undefined
}

export function EndLabels({ labels, plot, isolated }: EndLabelsProps) {
  const desired = labels.map(({ value }) => yOf(plot, value))
  const positions = spreadLabels(desired, gap, plot.top + gap / 2, plot.top + plot.height - gap / 2)
  const edge = plot.left + plot.width
  return labels.map(({ key, text, colour }, index) => (
    <g key={key} opacity={isolated && !isolated.has(key) ? 0.15 : 1}>
      <path
        d={`M${edge + 2},${desired[index]}L${edge + 10},${positions[index]}`}
        stroke={colour}
        strokeWidth={2}
        fill="none"
      />
      <text
        x={edge + 14}
        y={positions[index]}
        dominantBaseline="central"
        fill="var(--ink)"
        fontSize={12}
        fontWeight={500}
      >
        <title>{text}</title>
        {shorten(text)}
      </text>
    </g>
  ))
}
