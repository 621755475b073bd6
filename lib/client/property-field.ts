import { type Field, type Fields, fieldWord, type ListOperation, ownValue } from "@/lib/catalogue"

/** The field that a property refers to. */
export const labelNameOf = (operation: ListOperation, name: string): string =>
  ownValue(operation.properties, name)?.field ?? name

/** The label key of a property. */
export const labelWordOf = (operation: ListOperation, name: string): string =>
  fieldWord(operation.record, labelNameOf(operation, name))

/** The record's field that a property refers to; undefined if the record lacks it. */
export const fieldOf = (
  operation: ListOperation,
  fields: Fields,
  name: string,
): Field | undefined => ownValue(fields, labelNameOf(operation, name))

/** True if the property's times have no zone and are compared as written. */
export const isWallClock = (operation: ListOperation, fields: Fields, name: string): boolean =>
  fieldOf(operation, fields, name)?.type === "localdatetime"
