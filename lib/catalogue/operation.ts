import type { ScalarType } from "./field"

export const versions = ["v1", "v1.2", "v1.4"] as const
export type Version = (typeof versions)[number]

/**
 * The path segment of lists answered by copies, in place of the platform's version:
 * `/api/answers/departments`.
 */
export const answersVersion = "answers"

/** The scope domains of specification 5.3. */
export const domains = [
  "training",
  "content",
  "users",
  "serviceform",
  "calendars",
  "highscores",
  "kpis",
  "notifications",
] as const
export type Domain = (typeof domains)[number]

/** The areas by which people look for an operation. Each is one navigation entry. */
export const areas = [
  "content",
  "training",
  "serviceForms",
  "calendars",
  "highscores",
  "kpis",
  "departments",
  "communication",
] as const
export type Area = (typeof areas)[number]

/** Comparison operators of the platform's lists, in canonical order (decisions "Filters"). */
export const comparisons = ["eq", "ne", "lt", "lte", "gt", "gte"] as const
export type Comparison = (typeof comparisons)[number]

/** Case-insensitive text operators that lists answered by copies add. */
export const textMatches = ["contains", "begins"] as const

/** Narrows an operator to those of the platform's lists. Throws for any other. */
export function requireComparison(operator: Operator): Comparison {
  const found = comparisons.find((each) => each === operator)
  if (!found) throw new TypeError(`"${operator}" compares no values.`)
  return found
}

export const operators = [...comparisons, ...textMatches] as const
export type Operator = (typeof operators)[number]

/** The types of query properties. `url` and `localdatetime` are never queried as such. */
export type QueryType = Exclude<ScalarType, "url" | "localdatetime">

/** A query parameter named after a property: `F` filterable, `S` sortable (specification 4). */
export interface Property {
  readonly type: QueryType
  readonly filter: boolean
  readonly sort: boolean
  /** The record's field, if its name differs: `dataValue` is returned as `value`. */
  readonly field?: string
  /** The path parameter whose id it is. */
  readonly parent?: string
  /** It matches all texts of the record. */
  readonly speaksOf?: "all-texts"
  /** A member of the objects in an array field. Equal if any of them has the value. */
  readonly elementOf?: {
    readonly field: string
    readonly member: string
    /** A null array counts as empty, not as unknown. */
    readonly nullIsEmpty?: true
  }
  /** A member of an object field. */
  readonly memberOf?: { readonly field: string; readonly member: string }
  /**
   * Matches the place that the field names and all its ancestors: equal to a department if the
   * field names that one or a descendant.
   */
  readonly withinOf?: string
  /** Set if the property has fewer operators than its type allows. */
  readonly operators?: readonly Operator[]
}

/**
 * A feature that must be enabled at what a path parameter names, else 400 `feature_not_enabled`
 * (specification 3).
 */
export interface Gate {
  readonly parameter: string
  readonly feature: string
  /** Completes the sentence "… not enabled": what a person has to enable. */
  readonly title: string
}

interface OperationBase {
  /** The operation's only name: slug of its page, key of its texts, operationId in OpenAPI. */
  readonly id: string
  readonly title: string
  readonly version: Version | typeof answersVersion
  /** Without the version, parameters in braces: `/contentmodules/{moduleId}/content`. */
  readonly path: string
  /** The kind that each path parameter names, in order (see containers). */
  readonly parameters: { readonly [name: string]: string }
  readonly domain: Domain
  readonly area: Area
  readonly record: string
  /** Fields of the record that this operation does not send. */
  readonly omits?: readonly string[]
  /** Fields that are always null here (specification 2.2 rule 2). */
  readonly nulls?: readonly string[]
  /** Arrays that are never null here, but empty (specification 2.2 rule 2). */
  readonly filled?: readonly string[]
  readonly gates?: readonly Gate[]
  readonly deprecated?: {
    readonly since: string
    readonly successor: string
    readonly note: string
  }
  /** Shown with the data, such as a refresh interval. */
  readonly note?: string
}

export interface ListOperation extends OperationBase {
  readonly kind: "list"
  readonly method: "GET"
  readonly properties: { readonly [name: string]: Property }
  /** In the grammar of `sort`: `-dateViewed`. A time that never changes also lets copies go by it. */
  readonly defaultSort: string
  /** The default order of pages if it differs: newest first (docs/decisions/0016). */
  readonly pageSort?: string
  /** Its rows have no name of their own. The workspace names them by id. */
  readonly namedById?: true
  /** Title of the list of all its records, under every path. */
  readonly wholeTitle?: string
  /**
   * The list whose records under every path this one contains. Rows carry the ids of their paths
   * (see `wholeList`).
   */
  readonly wholeOf?: string
  /**
   * The only by-id operation that sends its records. The list has those named by the workspace
   * (docs/answers.md).
   */
  readonly readById?: string
  /**
   * The kind of each id in its rows' path, in order: the parameters of the list that it contains.
   */
  readonly within?: { readonly [name: string]: string }
  readonly limit: { readonly default: number; readonly maximum: number }
}

/** Name and default order of the list of a by-id operation's records. */
export interface NamedRecords {
  /** Plural, like lists: `calendar-events`. */
  readonly id: string
  readonly title: string
  readonly sort: string
  readonly note: string
}

export interface SingleOperation extends OperationBase {
  readonly kind: "single"
  readonly method: "GET"
  /** Set if no list of the platform sends its records. */
  readonly namedRecords?: NamedRecords
}

export interface PatchOperation extends OperationBase {
  readonly kind: "patch"
  readonly method: "PATCH"
}

export type Operation = ListOperation | SingleOperation | PatchOperation

export const F = (type: QueryType, more?: Partial<Property>): Property => ({
  type,
  filter: true,
  sort: false,
  ...more,
})
export const S = (type: QueryType, more?: Partial<Property>): Property => ({
  type,
  filter: false,
  sort: true,
  ...more,
})
export const FS = (type: QueryType, more?: Partial<Property>): Property => ({
  type,
  filter: true,
  sort: true,
  ...more,
})

const limit = { default: 200, maximum: 1000 } as const

/** A list operation with the usual limits (specification 8.1). */
export const list = <
  const O extends Omit<ListOperation, "kind" | "method" | "limit"> & {
    limit?: ListOperation["limit"]
  },
>(
  operation: O,
) => ({ kind: "list", method: "GET", limit, ...operation }) as const satisfies ListOperation

export const single = <const O extends Omit<SingleOperation, "kind" | "method">>(operation: O) =>
  ({ kind: "single", method: "GET", ...operation }) as const satisfies SingleOperation

export const patch = <const O extends Omit<PatchOperation, "kind" | "method">>(operation: O) =>
  ({ kind: "patch", method: "PATCH", ...operation }) as const satisfies PatchOperation
