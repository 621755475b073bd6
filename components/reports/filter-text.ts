import type { Fields, Filter, ListOperation } from "@/lib/catalogue"
import { fieldLabel } from "@/lib/client/messages"
import type { CellFormat } from "../data-table"
import { shortenId } from "../ui/short-id"
import { conditionOf, useConditionLabel } from "./condition-label"
import { isWallClock, labelNameOf } from "./property-field"
import { isTime } from "./time-input"

export interface FilterTextOptions {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly format: CellFormat
}

/** A filter in words, in three parts; the value is empty for tests of none. */
export interface FilterText {
  readonly label: string
  readonly condition: string
  readonly value: string
}

function writeValue({ operation, fields, format }: FilterTextOptions, filter: Filter): string {
  const { property, value } = filter
  if (value === null) return ""
  if (typeof value === "boolean") return format.boolean(value)
  if (typeof value === "number") return format.number(value)
  const type = operation.properties[property]?.type
  if (type === "guid") return format.nameOf(value) ?? shortenId(value)
  if (!type || !isTime(type)) return value
  const write = isWallClock(operation, fields, property) ? format.wallClock : format.moment
  return write(value) ?? value
}

/** Says filters as people would: “Status is Pending”. */
export function useFilterText(options: FilterTextOptions): (filter: Filter) => FilterText {
  const conditionLabel = useConditionLabel()
  const { operation } = options
  return (filter) => {
    const property = operation.properties[filter.property]
    return {
      label: fieldLabel(labelNameOf(operation, filter.property)),
      condition: property ? conditionLabel(property, conditionOf(filter)) : filter.operator,
      value: writeValue(options, filter),
    }
  }
}
