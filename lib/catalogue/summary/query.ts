import type { Filter } from "../filter"
import type { ListOperation, Property, QueryType } from "../operation"
import { ownValue } from "../own-value"
import { type BucketSize, measures } from "../series/query"

/** What is computed of the rows of a group: as of data points, and besides what nine of ten values are at most, how many differ and the share of rows that meet a condition. */
export const summaryMeasures = [...measures, "p90", "distinct", "share"] as const
export type SummaryMeasureName = (typeof summaryMeasures)[number]

/** A measure of one field's values; rows without one have no part in it. */
export type FieldMeasureName = Exclude<SummaryMeasureName, "count" | "share">

/** A field whose values are groups, or the calendar's buckets of a time; rows without a value are a group of their own. */
export interface SummaryGroup {
  readonly property: string
  readonly bucket?: BucketSize
}

/** One figure of each group. */
export type SummaryMeasure =
  | { readonly name: "count" }
  | { readonly name: FieldMeasureName; readonly property: string }
  | { readonly name: "share"; readonly condition: Filter }

/** By what groups are ordered: a measure, counted from 0, or the group's own value. */
export interface SummarySort {
  readonly by: number | "group"
  readonly descending: boolean
}

/** A question about all copied rows of a kind, as its address asks it (`docs/answers.md`). */
export interface SummaryQuery {
  readonly groups: readonly SummaryGroup[]
  readonly measures: readonly [SummaryMeasure, ...SummaryMeasure[]]
  /** Absent: times the newest first, all else by the first measure, the largest first. */
  readonly sort?: SummarySort
  /** How many groups of the first field are told apart, the first ones in the order; the others are one group. */
  readonly top: number
  /** IANA name. */
  readonly zone: string
  /** In the grammar of the whole list. */
  readonly filters: readonly Filter[]
}

export const summaryLimits = { groups: 2, measures: 6, top: 1000, cells: 20_000 } as const

/** What a question asks where its address says nothing. */
export const defaultSummaryQuery: SummaryQuery = {
  groups: [],
  measures: [{ name: "count" }],
  top: 100,
  zone: "UTC",
  filters: [],
}

/** How many groups of a second field are told apart beside so many of the first. */
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

/** Which measures the values of a property can have. */
export const measuresOf = ({ type }: Property): readonly FieldMeasureName[] => measuresByType[type]

/** Whether a property's values are times, which are grouped in buckets. */
export const isTimeProperty = ({ type }: Property): boolean =>
  type === "datetime" || type === "datetimeoffset"

/** Whether a property is one value of each row: neither all its texts nor those of an array, nor what it lies in. */
const isOneValue = ({ speaksOf, elementOf, withinOf }: Property) =>
  speaksOf === undefined && elementOf === undefined && withinOf === undefined

/** A property of a list that is one value of each row; undefined where there is none of the name. */
export function summaryProperty(operation: ListOperation, name: string): Property | undefined {
  const property = ownValue(operation.properties, name)
  return property && isOneValue(property) ? property : undefined
}

/** The properties that rows can be grouped by and measured of, in the catalogue's order. */
export const summaryProperties = (operation: ListOperation): [string, Property][] =>
  Object.entries(operation.properties).filter(([, property]) => isOneValue(property))

/** The order that is meant where none is asked for. */
export const effectiveSummarySort = ({ sort, groups }: SummaryQuery): SummarySort =>
  sort ?? { by: groups[0]?.bucket === undefined ? 0 : "group", descending: true }
