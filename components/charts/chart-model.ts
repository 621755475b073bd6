/** The style of a line: colour and pattern, never colour alone. */
export interface LineStyle {
  /** A CSS colour. */
  readonly colour: string
  /** As SVG's `stroke-dasharray`; absent for a solid line. */
  readonly dash?: string
  readonly width: number
}

/**
 * One group's values on the chart's buckets. Comparisons are aligned to the buckets of the main
 * range.
 */
export interface ChartLine {
  /** Unique within the chart, and stable across responses. */
  readonly key: string
  /** The group; comparisons share it. */
  readonly group: string
  readonly label: string
  readonly isCompared: boolean
  readonly style: LineStyle
  /** One per bucket. */
  readonly values: readonly (number | null)[]
  /** One letter per bucket, as in `cellStates`. */
  readonly states: string
  /** Partial buckets of its own range, by position in the chart. */
  readonly partial: ReadonlySet<number>
}

/** True if the bucket is partial; its value must not be compared. */
export const isCut = ({ partial }: ChartLine, index: number): boolean => partial.has(index)

/** A target's value for each bucket, null where none is in force. */
export interface ChartTarget {
  readonly key: string
  readonly label: string
  readonly style: LineStyle
  readonly values: readonly (number | null)[]
}

/**
 * A chart's data, whatever its kind: bucket i is [edges[i], edges[i + 1]), in milliseconds since
 * 1970.
 */
export interface ChartModel {
  readonly edges: readonly number[]
  readonly lines: readonly ChartLine[]
  readonly targets: readonly ChartTarget[]
}

export type AxisChart = "line" | "area" | "stacked" | "bar"

/** How many groups have distinct styles. */
export const groupStyles = 12

const colours = Array.from({ length: groupStyles }, (_, index) => `var(--series-${index + 1})`)
const dashes = [undefined, "7 3", "2 3", "10 3 2 3", "4 2", "1 4"] as const
export const restColour = "var(--series-rest)"

/** The style of the group at an index; after the twelfth, colours repeat with other patterns. */
export function styleOfGroup(index: number): LineStyle {
  const round = Math.floor(index / colours.length)
  const dash = dashes[(index + round) % dashes.length]
  return { colour: colours[index % colours.length] ?? restColour, width: 2, ...(dash && { dash }) }
}

export const restStyle: LineStyle = { colour: restColour, width: 2, dash: "3 2" }

const comparedDashes = ["5 4", "1.5 3.5", "9 4 1.5 4"] as const

/** A comparison has its group's colour, thinner and dashed; with a single group, its own colour. */
export function styleOfCompared(group: LineStyle, range: number, isOnly: boolean): LineStyle {
  const dash = comparedDashes[(range - 1) % comparedDashes.length] ?? "5 4"
  const own = [restColour, "var(--series-4)", "var(--series-3)"][(range - 1) % 3] ?? restColour
  return { colour: isOnly ? own : group.colour, width: 1.5, dash }
}

const targetDashes = ["12 4", "3 3", "8 3 2 3", "6 6"] as const

/** Targets share the ink colour and differ by pattern and label. */
export const styleOfTarget = (index: number): LineStyle => ({
  colour: "var(--ink-muted)",
  width: 1.5,
  dash: targetDashes[index % targetDashes.length] ?? "12 4",
})

export const bucketCount = ({ edges }: Pick<ChartModel, "edges">): number => edges.length - 1

/**
 * Keys of the lines to highlight with one: its comparisons and all targets; a single group or a
 * target alone. None for unknown keys.
 */
export function linesBeside(
  { lines, targets }: ChartModel,
  key: string,
): ReadonlySet<string> | undefined {
  const line = lines.find((each) => each.key === key)
  if (!line) return targets.some((each) => each.key === key) ? new Set([key]) : undefined
  const own = lines.filter(({ group }) => group === line.group)
  const isOnly = lines.every(({ group }) => group === line.group)
  return new Set(isOnly ? [key] : [...own, ...targets].map((each) => each.key))
}

/** The visible lines: a stack omits comparisons. */
export const shownLines = ({ lines }: ChartModel, kind: AxisChart): readonly ChartLine[] =>
  kind === "stacked" ? lines.filter(({ isCompared }) => !isCompared) : lines
