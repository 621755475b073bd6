/** Five lines of 10,000 hours, 50,000 points in all. */
export const lineCount = 5
export const hours = 10_000

const start = Date.UTC(2025, 0, 1)
const hourMs = 3_600_000

/** The edges of the hours, in milliseconds since 1970. */
export const hourEdges: readonly number[] = Array.from(
  { length: hours + 1 },
  (_, index) => start + index * hourMs,
)

/**
 * Whether the value of a line is an outlier in an hour: above or below all others within two days.
 */
export const isExtreme = (line: number, index: number): boolean => (index + 17 * line) % 100 === 31

/** A daily and a yearly cycle with noise, and alternating high and low outliers. */
function valueAt(line: number, index: number): number {
  const noise = ((index * 104_729 + line * 7_919) % 1_000_003) / 1_000_003
  const course = Math.sin((index / 24) * 2 * Math.PI) + 2 * Math.sin((index / 8760) * 2 * Math.PI)
  const side = (index + 17 * line) % 200 < 100 ? 500 : -500
  const spike = isExtreme(line, index) ? side : 0
  return Math.round((1000 * (line + 2) + 100 * course + 80 * noise + spike) * 100) / 100
}

/** The values of each line, one for each hour; the same on every call. */
export const listChartLines = (): number[][] =>
  Array.from({ length: lineCount }, (_, line) =>
    Array.from({ length: hours }, (_, index) => valueAt(line, index)),
  )

/** The size of a chart in pixels. */
export const chartSize = { width: 1200, height: 384 } as const
