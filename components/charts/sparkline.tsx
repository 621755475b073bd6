import { cn } from "../ui/class-names"
import { type SparklineCells, sparklineShape } from "./sparkline-shape"

export interface SparklineProps extends SparklineCells {
  /** What it shows, in words. */
  readonly label: string
  readonly className?: string | undefined
}

/** A chart as small as a word, as wide as its frame; buckets that are not whole are dashed, without a value there is a gap. */
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
