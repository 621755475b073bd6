import type { Field, Fields, ListOperation, Property } from "@/lib/catalogue"

/** The record's field that a property speaks of; undefined where the record does not carry it. */
export function fieldOf(operation: ListOperation, fields: Fields, name: string): Field | undefined {
  const fieldName = operation.properties[name]?.field ?? name
  return Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined
}

/** A field that looks like the property, where the record has none: for icons and widths. */
export const fieldLike = (property: Property): Field => ({ type: property.type })

/** The name under which people know a property: that of the field it speaks of. */
export const labelNameOf = (operation: ListOperation, name: string): string =>
  operation.properties[name]?.field ?? name

/** The values that the interface names for a property; others may exist. */
export const knownValues = (
  operation: ListOperation,
  fields: Fields,
  name: string,
): readonly string[] => fieldOf(operation, fields, name)?.values ?? []

/** True where the property's times have no zone and are compared as they stand. */
export const isWallClock = (operation: ListOperation, fields: Fields, name: string): boolean =>
  fieldOf(operation, fields, name)?.type === "localdatetime"
