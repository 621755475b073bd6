import { type Field, type Fields, type ListOperation, ownValue } from "@/lib/catalogue"

/** The record's field that a property speaks of; undefined where the record does not carry it. */
export function fieldOf(operation: ListOperation, fields: Fields, name: string): Field | undefined {
  const fieldName = ownValue(operation.properties, name)?.field ?? name
  return ownValue(fields, fieldName)
}

/** True where the property's times have no zone and are compared as they stand. */
export const isWallClock = (operation: ListOperation, fields: Fields, name: string): boolean =>
  fieldOf(operation, fields, name)?.type === "localdatetime"
