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

/** The time field by which a list is copied; its intervals are read one after the other. */
export interface CopyKey {
  readonly property: string
  readonly field: string
  /** Whether records may lack it; such records are read separately. */
  readonly isNullable: boolean
}

/** A record's creation time never changes. */
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
 * Returns the time field by which a list is copied: that of its default order, or else the creation
 * time. Other lists have none and are copied as a whole, because only the platform knows the order
 * of its texts.
 */
export function copyKey(from: Catalogue, operation: ListOperation): CopyKey | undefined {
  const [first] = parseSort(operation, operation.defaultSort).sort
  return (first && keyAt(from, operation, first.property)) ?? keyAt(from, operation, creation)
}

/**
 * The time field by which edited records of a list are found. Undefined if records have no id,
 * since they could not be replaced.
 */
export function changeKey(from: Catalogue, operation: ListOperation): CopyKey | undefined {
  return fieldsOf(from, operation)["id"] ? keyAt(from, operation, modification) : undefined
}

/**
 * Formats a time as UTC text with microseconds, as the database stores it, so that texts compare
 * like times; undefined if it is not a time.
 */
export function normalizeTime(value: unknown): string | undefined {
  const text = typeof value === "string" ? parseDateTime(value) : undefined
  if (text === undefined) return undefined
  const [whole = "", fraction = ""] = text.slice(0, -1).split(".")
  return `${whole}.${fraction.slice(0, 6).padEnd(6, "0")}Z`
}

/** The key of a row; null if the row lacks it. */
export function keyOf({ field }: CopyKey, row: Row): string | null {
  return normalizeTime(row[field]) ?? null
}
