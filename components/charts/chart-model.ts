/** How a line looks: told apart by colour and by pattern, never by colour alone. */
export interface Look {
  /** A CSS colour. */
  readonly colour: string
  /** As SVG's `stroke-dasharray`; absent, the line is whole. */
  readonly dash?: string
  readonly width: number
}

/** One group's numbers on the chart's buckets; what is compared stands on the buckets it is compared with. */
export interface ChartLine {
  /** Unique within the chart. */
  readonly key: string
  readonly label: string
  readonly isCompared: boolean
  readonly look: Look
  /** One for each bucket. */
  readonly values: readonly (number | null)[]
  /** A letter for each bucket, as in `cellStates`. */
  readonly states: string
  /** Buckets of its own range that are not whole, by where they stand in the chart. */
  readonly partial: ReadonlySet<number>
}

/** Whether a value is not all that its bucket will hold, or leaves out what too few people have: it is compared with nothing. */
export const isCut = ({ partial, states }: ChartLine, index: number): boolean =>
  partial.has(index) || states[index] === "p"

/** A target in force on each bucket, null where there is none. */
export interface ChartTarget {
  readonly key: string
  readonly label: string
  readonly look: Look
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

const colours = [1, 2, 3, 4, 5, 6].map((number) => `var(--series-${number})`)
const dashes = [undefined, "7 3", "2 3", "10 3 2 3", "4 2", "1 4"] as const
export const restColour = "var(--series-rest)"

/** The look of the group at that place; after the sixth, colours come again with other patterns. */
export function lookOfGroup(index: number): Look {
  const round = Math.floor(index / colours.length)
  const dash = dashes[(index + round) % dashes.length]
  return { colour: colours[index % colours.length] ?? restColour, width: 2, ...(dash && { dash }) }
}

export const restLook: Look = { colour: restColour, width: 2, dash: "3 2" }

const comparedDashes = ["5 4", "1.5 3.5", "9 4 1.5 4"] as const

/** What is compared has its group's colour, thinner and dashed; where there is one group only, a colour of its own. */
export function lookOfCompared(group: Look, range: number, isOnly: boolean): Look {
  const dash = comparedDashes[(range - 1) % comparedDashes.length] ?? "5 4"
  const own = [restColour, "var(--series-4)", "var(--series-3)"][(range - 1) % 3] ?? restColour
  return { colour: isOnly ? own : group.colour, width: 1.5, dash }
}

const targetDashes = ["12 4", "3 3", "8 3 2 3", "6 6"] as const

/** Targets are of the ink's colour, told apart by pattern and by name. */
export const lookOfTarget = (index: number): Look => ({
  colour: "var(--ink-muted)",
  width: 1.5,
  dash: targetDashes[index % targetDashes.length] ?? "12 4",
})

/** How many buckets a model has. */
export const bucketCount = ({ edges }: Pick<ChartModel, "edges">): number => edges.length - 1

/** The middle of a bucket, in milliseconds since 1970. */
export const middleOf = (edges: readonly number[], index: number): number =>
  ((edges[index] ?? 0) + (edges[index + 1] ?? 0)) / 2
