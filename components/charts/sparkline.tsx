import type { cellStates } from "@/lib/catalogue"
import { cn } from "../ui/class-names"

type Letter = keyof typeof cellStates

/** The cells of a small chart, one per bucket; missing is not zero. */
export interface SparklineCells {
  readonly values: readonly (number | null)[]
  /** One letter per cell, as in a series. */
  readonly states: string
  /** Partial buckets. */
  readonly partial: readonly number[]
}

/** Paths of a small chart in a viewBox of 100 by 100. */
export interface SparklineShape {
  /** Lines between adjacent whole buckets. */
  readonly line: string
  /** Lines to partial buckets. */
  readonly dashed: string
  /** Isolated whole buckets, and the newest bucket. */
  readonly dots: string
  /** Suppressed or partly suppressed cells, as marks at the bottom. */
  readonly suppressed: string
  /** Ranges that are not copied. */
  readonly unsynced: readonly { readonly x: number; readonly width: number }[]
}

const top = 10
const bottom = 84
const foot = "V94"
const round = (value: number) => Math.round(value * 100) / 100

function scaleOf(values: readonly (number | null)[]): (value: number) => number {
  const known = values.filter((value) => value !== null)
  const low = Math.min(...known)
  const span = Math.max(...known) - low
  return (value) =>
    span > 0 && Number.isFinite(span)
      ? round(bottom - ((value - low) / span) * (bottom - top))
      : (top + bottom) / 2
}

/**
 * State letters of cells that are suppressed fully or partly, because too few people are behind
 * them.
 */
const hidden: readonly string[] = ["s", "p"] satisfies Letter[]

/** Adjacent cells that are not copied, merged to ranges. */
function unsyncedOf(states: string) {
  const width = 100 / states.length
  return [...states.matchAll(/u+/g)].map(({ index, 0: letters }) => ({
    x: round(index * width),
    width: round(letters.length * width),
  }))
}

/** A line breaks at a bucket without a value; joining it would invent one. */
export function sparklineShape({ values, states, partial }: SparklineCells): SparklineShape {
  const scaleY = scaleOf(values)
  const step = 100 / Math.max(values.length, 1)
  const x = (index: number) => round((index + 0.5) * step)
  const isPartial = (index: number) => partial.includes(index)
  const pointAt = (index: number, value: number) => `${x(index)} ${scaleY(value)}`
  const [line, dashed, dots]: [string[], string[], string[]] = [[], [], []]
  const newest = values.findLastIndex((value, index) => value !== null && !isPartial(index))
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const before = values[index - 1] ?? null
    const isJoined = before !== null || (values[index + 1] ?? null) !== null
    if (!isJoined || index === newest) dots.push(`M${pointAt(index, value)}h0`)
    if (before === null) continue
    const isDashed = isPartial(index) || isPartial(index - 1)
    const stroke = `M${pointAt(index - 1, before)}L${pointAt(index, value)}`
    if (isDashed) dashed.push(stroke)
    else line.push(stroke)
  }
  const suppressed = [...states].flatMap((letter, index) =>
    hidden.includes(letter) ? `M${x(index)} ${bottom - 10}${foot}` : [],
  )
  return {
    line: line.join(""),
    dashed: dashed.join(""),
    dots: dots.join(""),
    suppressed: suppressed.join(""),
    unsynced: unsyncedOf(states),
  }
}

export interface SparklineProps extends SparklineCells {
  /** A description for screen readers. */
  readonly label: string
  readonly className?: string | undefined
}

/**
 * A word-sized chart that fills its frame. Partial buckets are dashed; missing values leave gaps.
 */
export function Sparkline({ label, className, ...cells }: SparklineProps) {
  const { line, dashed, dots, suppressed, unsynced } = sparklineShape(cells)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cn("weak:h-8 w-full overflow-visible", className)}
    >
      <title>{label}</title>
      {unsynced.map(({ x, width }) => (
        <rect key={x} x={x} y={0} width={width} height={100} className="fill-pressed" />
      ))}
      <g className="stroke-series-1 *:[vector-effect:non-scaling-stroke]">
        <path d={line} strokeWidth={1.5} />
        <path d={dashed} strokeWidth={1.5} strokeDasharray="2 3" />
        <path d={dots} strokeWidth={5} />
        <path d={suppressed} strokeWidth={2} className="stroke-ink-faint" />
      </g>
    </svg>
  )
}
