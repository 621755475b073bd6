import { columnsOf, type FieldColumn, type Fields, type ListOperation } from "@/lib/catalogue"
import type { ViewLayout } from "./view-layout"
import type { View } from "./view-url"

/** The default columns. */
export const ownNames = (columns: readonly FieldColumn[]): string[] =>
  columns.filter(({ isHidden }) => !isHidden).map(({ name }) => name)

/** The visible columns in order: the layout's, else the report's own. */
export function shownNames(
  columns: readonly FieldColumn[],
  { columns: chosen }: ViewLayout,
): string[] {
  const known = columns.map(({ name }) => name)
  const shown = chosen?.filter((name) => known.includes(name)) ?? []
  return shown.length > 0 ? shown : ownNames(columns)
}

/** The columns that stay in place while the others scroll: the pinned ones, else the first. */
export const pinnedNames = (columns: readonly FieldColumn[], layout: ViewLayout): string[] => [
  ...(layout.pinned ?? shownNames(columns, layout).slice(0, 1)),
]

/**
 * The columns of a report. Unless the person chose columns, those that a view filters or sorts by
 * are shown.
 */
export function viewColumns(
  operation: ListOperation,
  fields: Fields,
  { filters, sort }: Pick<View, "filters" | "sort">,
): FieldColumn[] {
  const deciding = [...filters, ...sort].map(({ property }) => property)
  return columnsOf(operation, fields).map(({ isHidden, ...column }) => {
    const { isRaw, property } = column
    const isDeciding = !isRaw && property !== undefined && deciding.includes(property)
    return isHidden && !isDeciding ? { ...column, isHidden } : column
  })
}
