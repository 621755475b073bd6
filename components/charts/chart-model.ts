/** How a line is drawn: by its own colour and pattern, never by colour alone. */
export interface LineStyle {
  /** A CSS colour. */
  readonly colour: string
  /** As SVG's `stroke-dasharray`; absent, the line is whole. */
  readonly dash?: string
  readonly width: number
}

/** One group's numbers on the chart's buckets; what is compared is drawn on the buckets it is compared with. */
export interface ChartLine {
  /** Unique within the chart, and the same in a later answer. */
  readonly key: string
  /** What it is of; what is compared with it has the same. */
  readonly group: string
  readonly label: string
  readonly isCompared: boolean
  readonly style: LineStyle
  /** One for each bucket. */
  readonly values: readonly (number | null)[]
  /** A letter for each bucket, as in `cellStates`. */
  readonly states: string
  /** Buckets of its own range that are not whole, by their positions in the chart. */
  readonly partial: ReadonlySet<number>
}

/** Whether a value is not all that its bucket will hold: it is compared with nothing. */
export const isCut = ({ partial }: ChartLine, index: number): boolean => partial.has(index)

/** A target in force on each bucket, null where there is none. */
export interface ChartTarget {
  readonly key: string
  readonly label: string
  readonly style: LineStyle
  readonly values: readonly (number | null)[]
}

/** What a chart draws, whatever its kind: bucket i is [edges[i], edges[i + 1]), in milliseconds since 1970. */
export interface ChartModel {
  readonly edges: readonly number[]
  readonly lines: readonly ChartLine[]
  readonly targets: readonly ChartTarget[]
}

/** The ways to draw a model on axes. */
export type AxisChart = "line" | "area" | "stacked" | "bar"

/** How many groups have styles of their own. */
export const groupStyles = 12

const colours = Array.from({ length: groupStyles }, (_, index) => `var(--series-${index + 1})`)
const dashes = [undefined, "7 3", "2 3", "10 3 2 3", "4 2", "1 4"] as const
export const restColour = "var(--series-rest)"

/** The style of the group at that position; after the twelfth, colours come again with other patterns. */
export function styleOfGroup(index: number): LineStyle {
  const round = Math.floor(index / colours.length)
  const dash = dashes[(index + round) % dashes.length]
  return { colour: colours[index % colours.length] ?? restColour, width: 2, ...(dash && { dash }) }
}

export const restStyle: LineStyle = { colour: restColour, width: 2, dash: "3 2" }

const comparedDashes = ["5 4", "1.5 3.5", "9 4 1.5 4"] as const

/** What is compared has its group's colour, thinner and dashed; where there is one group only, a colour of its own. */
export function styleOfCompared(group: LineStyle, range: number, isOnly: boolean): LineStyle {
  const dash = comparedDashes[(range - 1) % comparedDashes.length] ?? "5 4"
  const own = [restColour, "var(--series-4)", "var(--series-3)"][(range - 1) % 3] ?? restColour
  return { colour: isOnly ? own : group.colour, width: 1.5, dash }
}

const targetDashes = ["12 4", "3 3", "8 3 2 3", "6 6"] as const

/** Targets are of the ink's colour, which differ by pattern and by name. */
export const styleOfTarget = (index: number): LineStyle => ({
  colour: "var(--ink-muted)",
  width: 1.5,
  dash: targetDashes[index % targetDashes.length] ?? "12 4",
})

/** How many buckets a model has. */
export const bucketCount = ({ edges }: Pick<ChartModel, "edges">): number => edges.length - 1

/** The lines that stand out where one does: with it what is compared with it, and all targets; of a single group, and of a target, it alone. None does for a key that the model does not have. */
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

/** The lines that a chart draws: a stack has no room for what is compared. */
export const shownLines = ({ lines }: ChartModel, kind: AxisChart): readonly ChartLine[] =>
  kind === "stacked" ? lines.filter(({ isCompared }) => !isCompared) : lines
