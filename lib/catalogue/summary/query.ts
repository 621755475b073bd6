import type { Filter } from "../filter"
import type { ListOperation, Property, QueryType } from "../operation"
import { ownValue } from "../own-value"
import { type BucketSize, measures } from "../series/query"

/**
 * What is computed of a group's rows: the measures of data points, and also the 90th percentile,
 * the number of distinct values and the share of rows that meet a condition.
 */
export const summaryMeasures = [...measures, "p90", "distinct", "share"] as const
export type SummaryMeasureName = (typeof summaryMeasures)[number]

/** A measure of one field's values. Rows without a value are ignored. */
export type FieldMeasureName = Exclude<SummaryMeasureName, "count" | "share">

/**
 * A grouping field: its values, or calendar buckets of a time. Rows without a value form their own
 * group.
 */
export interface SummaryGroup {
  readonly property: string
  readonly bucket?: BucketSize
}

export type SummaryMeasure =
  | { readonly name: "count" }
  | { readonly name: FieldMeasureName; readonly property: string }
  | { readonly name: "share"; readonly condition: Filter }

/** The order of groups: by a measure, counted from 0, or by the group's own value. */
export interface SummarySort {
  readonly by: number | "group"
  readonly descending: boolean
}

/** A question about all copied rows of a kind, as encoded in its URL (`docs/answers.md`). */
export interface SummaryQuery {
  readonly groups: readonly SummaryGroup[]
  readonly measures: readonly [SummaryMeasure, ...SummaryMeasure[]]
  /** Default: times newest first, everything else by the first measure, largest first. */
  readonly sort?: SummarySort
  /**
   * How many groups of the first field are separate, the first ones in order. The others form one
   * group.
   */
  readonly top: number
  /** IANA name. */
  readonly zone: string
  /** In the grammar of the whole list. */
  readonly filters: readonly Filter[]
}

export const summaryLimits = { groups: 2, measures: 6, top: 1000, cells: 20_000 } as const

/** The question of a URL without parameters. */
export const defaultSummaryQuery: SummaryQuery = {
  groups: [],
  measures: [{ name: "count" }],
  top: 100,
  zone: "UTC",
  filters: [],
}

/** How many groups of a second field are separate, given the number of the first. */
export const columnsBeside = (top: number): number =>
  Math.max(20, Math.min(100, Math.floor(summaryLimits.cells / top)))

const ofNumbers = [
  "sum",
  "average",
  "minimum",
  "maximum",
  "median",
  "p90",
  "p95",
  "distinct",
] as const satisfies readonly FieldMeasureName[]
const ofTimes = ["minimum", "maximum", "distinct"] as const satisfies readonly FieldMeasureName[]
const ofOthers = ["distinct"] as const satisfies readonly FieldMeasureName[]

const measuresByType = {
  integer: ofNumbers,
  double: ofNumbers,
  datetime: ofTimes,
  datetimeoffset: ofTimes,
  guid: ofOthers,
  string: ofOthers,
  boolean: ofOthers,
} as const satisfies Record<QueryType, readonly FieldMeasureName[]>

export const measuresOf = ({ type }: Property): readonly FieldMeasureName[] => measuresByType[type]

/** Whether a property's values are times, which are grouped in buckets. */
export const isTimeProperty = ({ type }: Property): boolean =>
  type === "datetime" || type === "datetimeoffset"

/** Whether a property has one value per row: not all texts, an array, or a place's ancestors. */
const isOneValue = ({ speaksOf, elementOf, withinOf }: Property) =>
  speaksOf === undefined && elementOf === undefined && withinOf === undefined

/** A property of a list with one value per row. Undefined if there is none of that name. */
export function summaryProperty(operation: ListOperation, name: string): Property | undefined {
  const property = ownValue(operation.properties, name)
  return property && isOneValue(property) ? property : undefined
}

/** The properties that rows can be grouped and measured by, in the catalogue's order. */
export const summaryProperties = (operation: ListOperation): [string, Property][] =>
  Object.entries(operation.properties).filter(([, property]) => isOneValue(property))

export const effectiveSummarySort = ({ sort, groups }: SummaryQuery): SummarySort =>
  sort ?? { by: groups[0]?.bucket === undefined ? 0 : "group", descending: true }
