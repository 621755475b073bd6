/** Lines of so many hours each, 50,000 points in all. */
export const lineCount = 5
export const hours = 10_000

const start = Date.UTC(2025, 0, 1)
const hourMs = 3_600_000

/** The moments at which the hours begin and the last one ends, in milliseconds since 1970. */
export const hourEdges: readonly number[] = Array.from(
  { length: hours + 1 },
  (_, index) => start + index * hourMs,
)

/** The hours of a line at which its value stands out above all of four days around it, or below them. */
export const isExtreme = (line: number, index: number): boolean => (index + 17 * line) % 100 === 31

/** A day's and a year's course with noise, and by turns a value far above and one far below. */
function valueAt(line: number, index: number): number {
  const noise = ((index * 104_729 + line * 7_919) % 1_000_003) / 1_000_003
  const course = Math.sin((index / 24) * 2 * Math.PI) + 2 * Math.sin((index / 8760) * 2 * Math.PI)
  const side = (index + 17 * line) % 200 < 100 ? 500 : -500
  const spike = isExtreme(line, index) ? side : 0
  return Math.round((1000 * (line + 2) + 100 * course + 80 * noise + spike) * 100) / 100
}

/** The same numbers on every call, one for each hour of each line. */
export const listChartLines = (): number[][] =>
  Array.from({ length: lineCount }, (_, line) =>
    Array.from({ length: hours }, (_, index) => valueAt(line, index)),
  )

/** How wide and high a chart is, in pixels. */
export const chartSize = { width: 1200, height: 384 } as const
