import { type Field, type Fields, fieldWord, type ListOperation, ownValue } from "@/lib/catalogue"

/** The name of the field that a property is about. */
export const labelNameOf = (operation: ListOperation, name: string): string =>
  ownValue(operation.properties, name)?.field ?? name

/** The name under which people know a property. */
export const labelWordOf = (operation: ListOperation, name: string): string =>
  fieldWord(operation.record, labelNameOf(operation, name))

/** The record's field that a property is about; undefined where the record does not carry it. */
export const fieldOf = (
  operation: ListOperation,
  fields: Fields,
  name: string,
): Field | undefined => ownValue(fields, labelNameOf(operation, name))

/** True where the property's times have no zone and are compared as they stand. */
export const isWallClock = (operation: ListOperation, fields: Fields, name: string): boolean =>
  fieldOf(operation, fields, name)?.type === "localdatetime"
