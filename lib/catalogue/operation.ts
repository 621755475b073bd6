import type { ScalarType } from "./field"

export const versions = ["v1", "v1.2", "v1.4"] as const
export type Version = (typeof versions)[number]

/** Where lists are that copies answer, beside the platform's versions: `/api/answers/departments`. */
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

/** The areas in which people look for an operation; one entry of the navigation each. */
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

/** How the platform's lists compare a property with a value, in canonical order (decisions "Filters"). */
export const comparisons = ["eq", "ne", "lt", "lte", "gt", "gte"] as const
export type Comparison = (typeof comparisons)[number]

/** How lists that copies answer match a part of a text besides, in any letter case. */
export const textMatches = ["contains", "begins"] as const

/** Narrows an operator to those of the platform's lists; throws for another. */
export function requireComparison(operator: Operator): Comparison {
  const found = comparisons.find((each) => each === operator)
  if (!found) throw new TypeError(`"${operator}" compares no values.`)
  return found
}

/** The filter operators, in canonical order. */
export const operators = [...comparisons, ...textMatches] as const
export type Operator = (typeof operators)[number]

/** The types a query property can have; `url` and `localdatetime` are never queried as such. */
export type QueryType = Exclude<ScalarType, "url" | "localdatetime">

/** A query parameter named after a property: `F` filterable, `S` sortable (specification 4). */
export interface Property {
  readonly type: QueryType
  readonly filter: boolean
  readonly sort: boolean
  /** The record's field of another name that it speaks of: `dataValue` is returned as `value`. */
  readonly field?: string
  /** It is an id of the path under which the record lies, of that parameter. */
  readonly parent?: string
  /** It speaks of all texts of the record. */
  readonly speaksOf?: "all-texts"
  /** It is a member of the objects in an array of the record: equal where one of them has the value. */
  readonly elementOf?: {
    readonly field: string
    readonly member: string
    /** Where the array is null it is empty, and not unknown. */
    readonly nullIsEmpty?: true
  }
  /** It is a member of an object of the record. */
  readonly memberOf?: { readonly field: string; readonly member: string }
  /** It is any of what that field names and all above it: equal to a department where it is of that one or of one below. */
  readonly withinOf?: string
  /** Fewer operators than the type allows. */
  readonly operators?: readonly Operator[]
}

/** A feature that must be switched on at the thing a path parameter names, else 400 `feature_not_enabled` (specification 3). */
export interface Gate {
  readonly parameter: string
  readonly feature: string
  /** Completes the sentence "… not enabled": what a person has to switch on. */
  readonly title: string
}

interface OperationBase {
  /** The operation's one name: slug of its page, key of its texts, operationId of its OpenAPI. */
  readonly id: string
  readonly title: string
  readonly version: Version | typeof answersVersion
  /** After the version, parameters in braces: `/contentmodules/{moduleId}/content`. */
  readonly path: string
  /** What each path parameter names, in order (see containers). */
  readonly parameters: { readonly [name: string]: string }
  readonly domain: Domain
  readonly area: Area
  readonly record: string
  /** Fields of the record that this operation does not send. */
  readonly omits?: readonly string[]
  /** Fields that are always null here (specification 2.2 rule 2). */
  readonly nulls?: readonly string[]
  /** Arrays that are never null here, empty where there are none (specification 2.2 rule 2). */
  readonly filled?: readonly string[]
  readonly gates?: readonly Gate[]
  readonly deprecated?: {
    readonly since: string
    readonly successor: string
    readonly note: string
  }
  /** Said beside the data, such as a refresh rhythm. */
  readonly note?: string
}

export interface ListOperation extends OperationBase {
  readonly kind: "list"
  readonly method: "GET"
  readonly properties: { readonly [name: string]: Property }
  /** In the grammar of `sort`: `-dateViewed`. */
  readonly defaultSort: string
  /** The order in which pages open, where it is another one: the newest first (docs/decisions/0016). */
  readonly pageSort?: string
  /** Its rows carry no name: the workspace names them by their ids. */
  readonly namedById?: true
  /** What all of its records are called, under every path. */
  readonly wholeTitle?: string
  /** It is all records of this list, under every path, and its rows carry the ids of theirs (see `wholeList`). */
  readonly wholeOf?: string
  /** The by-id operation that alone sends its records: it has those that the workspace names (docs/answers.md). */
  readonly readById?: string
  /** What each id of its rows' path names, in order: the parameters of the list that it is all of. */
  readonly within?: { readonly [name: string]: string }
  readonly limit: { readonly default: number; readonly maximum: number }
}

/** What the list of a by-id operation's records is called, and the order in which it opens. */
export interface NamedRecords {
  /** In the plural, as lists are: `calendar-events`. */
  readonly id: string
  readonly title: string
  readonly sort: string
  readonly note: string
}

export interface SingleOperation extends OperationBase {
  readonly kind: "single"
  readonly method: "GET"
  /** Where no list of the platform sends its records. */
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
