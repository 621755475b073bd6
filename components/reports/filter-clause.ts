import {
  type Fields,
  type Filter,
  type ListOperation,
  type Operator,
  operatorsOf,
  ownValue,
  type Period,
  type Property,
  parseFilter,
  parseGuid,
  parsePeriod,
  printFilterName,
  printPeriod,
  type QueryType,
  takesPeriod,
} from "@/lib/catalogue"
import { fieldOf, sameCondition, type View } from "@/lib/client"
import { fromTimeInput, isTime, toTimeInput } from "./time-input"

/** The content of one chip: a condition, both bounds of a range, or a period. */
export interface Clause {
  readonly property: string
  /** None for a period, two for a range, else one. */
  readonly filters: readonly Filter[]
  readonly period?: Period
}

/**
 * How a property is filtered: by one of its operators, both bounds of a range, a period, or whether
 * it has a value.
 */
export type Condition = Operator | "between" | "during" | "hasValue" | "hasNone"

type Narrowed = Pick<View, "filters" | "periods">

const rangeTypes = new Set(["integer", "double", "datetime", "datetimeoffset"])

/** True if two conditions on the property read as one range. */
export const takesRange = (operation: ListOperation, property: string): boolean =>
  rangeTypes.has(ownValue(operation.properties, property)?.type ?? "")

/** The other bound of a filter's range. */
function otherEnd(operation: ListOperation, filters: readonly Filter[], filter: Filter) {
  const { property, operator } = filter
  if (!takesRange(operation, property)) return undefined
  const wanted = operator === "gte" ? "lte" : operator === "lte" ? "gte" : undefined
  return filters.find((other) => other.property === property && other.operator === wanted)
}

/** A view's conditions as chips: periods first, and both bounds of a range together. */
export function clausesOf(operation: ListOperation, { filters, periods }: Narrowed): Clause[] {
  const clauses: Clause[] = periods.map(({ property, period }) => ({
    property,
    filters: [],
    period,
  }))
  for (const filter of filters) {
    const { property } = filter
    const other = otherEnd(operation, filters, filter)
    if (!other) clauses.push({ property, filters: [filter] })
    else if (filter.operator === "gte") clauses.push({ property, filters: [filter, other] })
  }
  return clauses
}

/** Identifies a clause within a view. */
export const clauseKey = ({ property, filters, period }: Clause): string =>
  [property, period ? "period" : filters.map(({ operator }) => operator)].join(" ")

export function conditionOf({ filters: [filter, other], period }: Clause): Condition {
  if (period) return "during"
  if (other) return "between"
  if (filter?.value !== null) return filter?.operator ?? "eq"
  return filter.operator === "eq" ? "hasNone" : "hasValue"
}

const bounds = (clause: Clause): boolean =>
  clause.filters.some(({ operator }) => operator === "gte" || operator === "lt")

/**
 * True if two clauses cannot coexist: a list accepts each condition once, and a period is two of
 * them.
 */
const excludes = (clause: Clause, other: Clause): boolean =>
  clause.property === other.property &&
  ((clause.period !== undefined && (other.period !== undefined || bounds(other))) ||
    (other.period !== undefined && bounds(clause)) ||
    clause.filters.some((filter) => other.filters.some((theirs) => sameCondition(filter, theirs))))

const conditionsFrom = (clauses: readonly Clause[]): Narrowed => ({
  filters: clauses.flatMap(({ filters }) => filters),
  periods: clauses.flatMap(({ property, period }) => (period ? [{ property, period }] : [])),
})

export const removeClause = (operation: ListOperation, view: View, clause: Clause): View => ({
  ...view,
  ...conditionsFrom(
    clausesOf(operation, view).filter((other) => clauseKey(other) !== clauseKey(clause)),
  ),
})

/** Other clauses that a new one replaces. */
export const replacedBy = (
  operation: ListOperation,
  view: View,
  clause: Clause,
  instead?: Clause,
): Clause[] =>
  clausesOf(operation, view).filter(
    (other) => !(instead && clauseKey(other) === clauseKey(instead)) && excludes(clause, other),
  )

/** Replaces a clause and everything that the new one excludes. */
export function putClause(
  operation: ListOperation,
  view: View,
  clause: Clause,
  instead?: Clause,
): View {
  const others = clausesOf(operation, instead ? removeClause(operation, view, instead) : view)
  return {
    ...view,
    ...conditionsFrom([...others.filter((other) => !excludes(clause, other)), clause]),
  }
}

/** A clause while it is edited: the contents of its controls. */
export interface FilterDraft {
  readonly property: string
  readonly condition: Condition
  /** Periods use the format of addresses: `last-7-days`, `2026-01-01..2026-01-31`. */
  readonly text: string
  /** The upper bound of a range. */
  readonly upTo: string
  /** The clause that is edited. */
  readonly origin?: Clause
}

/**
 * Why a draft is not a clause yet: missing input, a value of another type, or a range that ends
 * before it begins.
 */
export type DraftFault = "missing" | "order" | QueryType

export type DraftResult =
  | { readonly ok: true; readonly clause: Clause }
  | { readonly ok: false; readonly fault: DraftFault }

/**
 * The filterable properties in catalogue order, without full-text search, which has its own field.
 */
export const filterableProperties = (operation: ListOperation): string[] =>
  Object.entries(operation.properties).flatMap(([name, property]) =>
    property.filter && property.speaksOf === undefined ? [name] : [],
  )

/** The conditions of a property that the source supports; the default first. */
export function conditionsOf(operation: ListOperation, name: string): Condition[] {
  const property = ownValue(operation.properties, name)
  if (!property) return []
  const own = operatorsOf(property)
  const ranges = takesRange(operation, name) && own.includes("gte") && own.includes("lte")
  return [
    ...(takesPeriod(property) ? (["during"] as const) : []),
    ...own,
    ...(ranges ? (["between"] as const) : []),
    "hasValue",
    "hasNone",
  ]
}

export const needsValue = (condition: Condition): boolean =>
  condition !== "hasValue" && condition !== "hasNone"

/** True for free text that the source can match by substring. */
const isWritten = (operation: ListOperation, property: string, fields: Fields) =>
  fieldOf(operation, fields, property)?.values === undefined &&
  conditionsOf(operation, property).includes("contains")

/** An empty draft with the property's first condition; "contains" for free text. */
export const newDraft = (
  operation: ListOperation,
  property: string,
  fields: Fields = {},
): FilterDraft => ({
  property,
  condition: isWritten(operation, property, fields)
    ? "contains"
    : (conditionsOf(operation, property)[0] ?? "eq"),
  text: "",
  upTo: "",
})

/** The draft for editing a clause; times are shown in `zone`. */
export function draftOf(operation: ListOperation, clause: Clause, zone: string): FilterDraft {
  const { property, filters, period } = clause
  const [filter, other] = filters
  if (period) return { property, condition: "during", text: printPeriod(period), upTo: "" }
  if (!filter) return newDraft(operation, property)
  const type = ownValue(operation.properties, property)?.type
  const write = ({ value }: Filter) =>
    value !== null && type && isTime(type) ? toTimeInput(`${value}`, zone) : `${value ?? ""}`
  const upTo = other ? write(other) : ""
  return { property, condition: conditionOf(clause), text: write(filter), upTo, origin: clause }
}

/** The draft with another condition; clears its text when switching to or from a period. */
export function withCondition(draft: FilterDraft, condition: Condition): FilterDraft {
  const keepsText = draft.condition !== "during" && condition !== "during"
  return { ...draft, condition, ...(!keepsText && { text: "", upTo: "" }) }
}

/** Converts the decimal sign of a typed number to the grammar's point; other text is unchanged. */
export const withDecimalPoint = ({ type }: Property, typed: string, sign: string): string =>
  sign === "," && (type === "integer" || type === "double") ? typed.replace(",", ".") : typed

/** True if a property with listed values accepts typed text as a value. */
export const takesTyped = ({ type }: Property, typed: string): boolean =>
  type !== "guid" || parseGuid(typed.trim()) !== undefined

const ok = (property: string, filters: readonly Filter[]): DraftResult => ({
  ok: true,
  clause: { property, filters },
})

const fault = (fault: DraftFault): DraftResult => ({ ok: false, fault })

/** Parses one bound or the only value with the catalogue's grammar. */
function readFilter(
  operation: ListOperation,
  property: string,
  operator: Operator,
  text: string,
): Filter | undefined {
  const parameter = printFilterName({ property, operator, value: null })
  const parsed = parseFilter(operation, parameter, text)
  return "message" in parsed ? undefined : parsed
}

/** The draft's original values, this bound's first. */
function knownValues({ origin }: FilterDraft, end: number): string[] {
  const values = origin?.filters.map(({ value }) => value) ?? []
  return [values[end], ...values].filter((value) => typeof value === "string")
}

/** A sort key: without the Z, UTC moments with fractions sort as text. */
const ordinal = ({ value }: Filter) =>
  typeof value === "string" ? value.replace(/Z$/, "") : (value ?? 0)

function readValues(
  operation: ListOperation,
  draft: FilterDraft,
  { type }: Property,
  operators: readonly Operator[],
  zone: string,
): DraftResult {
  const { property } = draft
  const texts = [draft.text, draft.upTo].slice(0, operators.length)
  const typed = type === "string" ? texts : texts.map((one) => one.trim())
  if (typed.some((one) => one === "")) return fault("missing")
  const filters = operators.flatMap((operator, index) => {
    const one = typed[index] ?? ""
    const value = isTime(type) ? fromTimeInput(one, zone, knownValues(draft, index)) : one
    return readFilter(operation, property, operator, value) ?? []
  })
  const [low, high] = filters
  if (filters.length < operators.length) return fault(type)
  if (high && low && ordinal(low) > ordinal(high)) return fault("order")
  return ok(property, filters)
}

/** Parses a draft; times are in `zone`. */
export function readDraft(operation: ListOperation, draft: FilterDraft, zone: string): DraftResult {
  const { property: name, condition, text } = draft
  const property = ownValue(operation.properties, name)
  if (!property) return fault("missing")
  if (condition === "hasNone" || condition === "hasValue") {
    const operator = condition === "hasNone" ? "eq" : "ne"
    return ok(name, [{ property: name, operator, value: null }])
  }
  if (condition === "between") return readValues(operation, draft, property, ["gte", "lte"], zone)
  if (condition !== "during") return readValues(operation, draft, property, [condition], zone)
  const period = parsePeriod(text)
  if (period) return { ok: true, clause: { property: name, filters: [], period } }
  return fault(text === "" || text.startsWith("..") || text.endsWith("..") ? "missing" : "order")
}
