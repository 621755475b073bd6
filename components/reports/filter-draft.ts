import {
  type Filter,
  type ListOperation,
  operatorsOf,
  type Property,
  parseListQuery,
} from "@/lib/catalogue"
import { fromTimeInput, isTime, toTimeInput } from "./time-input"

/** What a filter can ask: one of the property's own operators, or whether there is a value at all. */
export type Condition = ReturnType<typeof operatorsOf>[number] | "hasValue" | "hasNone"

/** A filter as a person writes it; `text` is what the value's control holds. */
export interface FilterDraft {
  readonly property: string
  readonly condition: Condition
  readonly text: string
}

export type DraftResult =
  | { readonly ok: true; readonly filter: Filter }
  /** Without a message the value is missing. */
  | { readonly ok: false; readonly message?: string }

/** The filterable properties, in the catalogue's order. */
export const filterableProperties = (operation: ListOperation): string[] =>
  Object.entries(operation.properties).flatMap(([name, property]) =>
    property.filter ? [name] : [],
  )

/** What can be asked about a property: only what the source really answers. */
export const conditionsOf = (property: Property): Condition[] => [
  ...operatorsOf(property),
  "hasValue",
  "hasNone",
]

export const needsValue = (condition: Condition): boolean =>
  condition !== "hasValue" && condition !== "hasNone"

/** What a filter looks like in its form; `wallClock` marks times that have no zone. */
export function draftOf(
  operation: ListOperation,
  { property, operator, value }: Filter,
  wallClock: boolean,
): FilterDraft {
  if (value === null)
    return { property, condition: operator === "eq" ? "hasNone" : "hasValue", text: "" }
  const type = operation.properties[property]?.type
  const text = type && isTime(type) ? toTimeInput(`${value}`, wallClock) : `${value}`
  return { property, condition: operator, text }
}

const parameterOf = ({ property, condition }: FilterDraft): string => {
  if (condition === "hasNone" || condition === "eq") return property
  if (condition === "hasValue") return `${property}[ne]`
  return `${property}[${condition}]`
}

/** Reads a draft by the catalogue's own grammar, whose message says what is wrong. */
export function readDraft(
  operation: ListOperation,
  draft: FilterDraft,
  wallClock: boolean,
): DraftResult {
  const type = operation.properties[draft.property]?.type
  const typed = type === "string" ? draft.text : draft.text.trim()
  if (needsValue(draft.condition) && typed === "") return { ok: false }
  const text = type && isTime(type) ? fromTimeInput(typed, wallClock) : typed
  const value = needsValue(draft.condition) ? text : ""
  const parsed = parseListQuery(operation, new URLSearchParams([[parameterOf(draft), value]]))
  if (!parsed.ok) return { ok: false, message: parsed.problems[0]?.message ?? "" }
  const filter = "filters" in parsed.query ? parsed.query.filters[0] : undefined
  return filter ? { ok: true, filter } : { ok: false }
}
