import {
  type Filter,
  type ListOperation,
  type Operator,
  operatorsOf,
  ownValue,
  type Property,
  parseFilter,
  parsePeriod,
  printFilterName,
  printPeriod,
  type QueryType,
  takesPeriod,
} from "@/lib/catalogue"
import { type Clause, type Condition, conditionOf, takesRange } from "./filter-clause"
import { fromTimeInput, isTime, toTimeInput } from "./time-input"

/** A clause as a person writes it: what the controls of its value hold. */
export interface FilterDraft {
  readonly property: string
  readonly condition: Condition
  /** For periods as an address holds them: `last-7-days`, `2026-01-01..2026-01-31`. */
  readonly text: string
  /** The other end of a range. */
  readonly upTo: string
  /** What it was written from. */
  readonly origin?: Clause
}

/** Why a draft is no clause yet: nothing written, no value of the property's type, or a range that ends before it begins. */
export type DraftFault = "missing" | "order" | QueryType

export type DraftResult =
  | { readonly ok: true; readonly clause: Clause }
  | { readonly ok: false; readonly fault: DraftFault }

/** The filterable properties, in the catalogue's order. */
export const filterableProperties = (operation: ListOperation): string[] =>
  Object.entries(operation.properties).flatMap(([name, property]) =>
    property.filter ? [name] : [],
  )

/** What can be asked about a property: only what the source really answers; the most usual first. */
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

/** An empty draft, asking what is most usual. */
export const newDraft = (operation: ListOperation, property: string): FilterDraft => ({
  property,
  condition: conditionsOf(operation, property)[0] ?? "eq",
  text: "",
  upTo: "",
})

/** What a clause looks like in its form; times are written in `zone`. */
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

const ok = (property: string, filters: readonly Filter[]): DraftResult => ({
  ok: true,
  clause: { property, filters },
})

const fault = (fault: DraftFault): DraftResult => ({ ok: false, fault })

/** One end or the only value, read by the catalogue's own grammar. */
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

/** The values that a draft was written from, that of this end first. */
function knownValues({ origin }: FilterDraft, end: number): string[] {
  const values = origin?.filters.map(({ value }) => value) ?? []
  return [values[end], ...values].filter((value) => typeof value === "string")
}

/** For comparing: without the Z, moments in UTC are in the order of their text, parts of seconds too. */
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

/** Reads a draft; times are in `zone`. */
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
