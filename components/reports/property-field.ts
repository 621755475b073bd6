import {
  type Field,
  type Fields,
  type ListOperation,
  ownValue,
  type Property,
} from "@/lib/catalogue"
import { type Choice, fieldOf } from "@/lib/client"

/** A value that a filter may ask for, and what people call it. */
export interface FilterOption {
  readonly value: string
  readonly label: string
}

/** Names for the ids that properties may hold, by property. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

/** A field that looks like the property, where the record has none: for icons and widths. */
export const fieldLike = (property: Property): Field => ({ type: property.type })

/** The name under which people know a property: that of the field it speaks of. */
export const labelNameOf = (operation: ListOperation, name: string): string =>
  ownValue(operation.properties, name)?.field ?? name

/** The values that the interface knows for a property: those of its choices by name, or those that its field lists; others may exist. */
export function optionsFor(
  operation: ListOperation,
  fields: Fields,
  name: string,
  choices: Choices,
  labelOf: (field: string, value: string) => string,
): readonly FilterOption[] {
  const named = ownValue(choices, name)
  if (named) return named.map((choice) => ({ value: choice.id, label: choice.name }))
  const values = fieldOf(operation, fields, name)?.values ?? []
  return values.map((value) => ({ value, label: labelOf(labelNameOf(operation, name), value) }))
}
