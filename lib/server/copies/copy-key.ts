import {
  type Catalogue,
  fieldsOf,
  type ListOperation,
  operatorsOf,
  ownValue,
  parseDateTime,
  parseSort,
  type Row,
} from "../../catalogue"

/** The time by which a list is copied: intervals of it are read one after the other. */
export interface CopyKey {
  readonly property: string
  readonly field: string
  /** Whether records may be without it; they are read by themselves. */
  readonly isNullable: boolean
}

/** When a record was made never changes. */
const creation = "creationDateTime"
const modification = "lastModifiedDateTime"

function keyAt(from: Catalogue, operation: ListOperation, name: string): CopyKey | undefined {
  const property = ownValue(operation.properties, name)
  if (!property?.filter || !property.sort) return undefined
  const operators = operatorsOf(property)
  const field = property.field ?? name
  const sent = operation.nulls?.includes(field) ? undefined : fieldsOf(from, operation)[field]
  const isTime = sent?.type === "datetime" || sent?.type === "datetimeoffset"
  if (!isTime || !operators.includes("gte") || !operators.includes("lt")) return undefined
  return { property: name, field, isNullable: !sent.required }
}

/**
 * The time that a list is copied by: that of its default order, else when its records were made. None
 * for other lists: the order of texts is the platform's own, so they are copied as a whole.
 */
export function copyKey(from: Catalogue, operation: ListOperation): CopyKey | undefined {
  const [first] = parseSort(operation, operation.defaultSort).sort
  return (first && keyAt(from, operation, first.property)) ?? keyAt(from, operation, creation)
}

/** The time by which edited records of a list are found; none where records have no id, by which they could be replaced. */
export function changeKey(from: Catalogue, operation: ListOperation): CopyKey | undefined {
  return fieldsOf(from, operation)["id"] ? keyAt(from, operation, modification) : undefined
}

/** A time as UTC text to the microsecond, as the database keeps it, so that texts compare as times do; undefined where it is none. */
export function normalizeTime(value: unknown): string | undefined {
  const text = typeof value === "string" ? parseDateTime(value) : undefined
  if (text === undefined) return undefined
  const [whole = "", fraction = ""] = text.slice(0, -1).split(".")
  return `${whole}.${fraction.slice(0, 6).padEnd(6, "0")}Z`
}

/** The key of a row; null where it has none. */
export function keyOf({ field }: CopyKey, row: Row): string | null {
  return normalizeTime(row[field]) ?? null
}
