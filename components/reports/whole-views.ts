import {
  type Filter,
  type ListOperation,
  operatorsOf,
  ownValue,
  type PathParameters,
  takesPeriod,
} from "@/lib/catalogue"
import { emptyView, type View } from "@/lib/client"
import { chainTo } from "./path-choices"
import type { ReportSetup } from "./report-setup"

/** The property for full-text search of a whole list; undefined if its records have no texts. */
export const textSearchOf = ({ properties }: ListOperation): string | undefined =>
  Object.keys(properties).find((name) => properties[name]?.speaksOf === "all-texts")

/** The text of the full-text search. */
export function searchedText({ filters }: Pick<View, "filters">, property: string): string {
  const found = filters.find((filter) => filter.property === property)
  return typeof found?.value === "string" ? found.value : ""
}

/** A view with another full-text search; none if the text is empty. */
export function searchFor(view: View, property: string, text: string): View {
  const others = view.filters.filter((filter) => filter.property !== property)
  const search: Filter = { property, operator: "contains", value: text }
  return { ...view, filters: text === "" ? others : [...others, search] }
}

/** The parts of a view that another list of the same records supports: conditions and order. */
export function carryView(to: ListOperation, { filters, periods, sort, zone }: View): View {
  const propertyOf = (name: string) => ownValue(to.properties, name)
  return {
    ...emptyView,
    filters: filters.filter(({ property, operator }) => {
      const known = propertyOf(property)
      return known?.filter === true && operatorsOf(known).includes(operator)
    }),
    periods: periods.filter(({ property }) => {
      const known = propertyOf(property)
      return known !== undefined && takesPeriod(known)
    }),
    sort: sort.filter(({ property }) => propertyOf(property)?.sort === true),
    ...(zone !== undefined && { zone }),
  }
}

/** Same, for the path only. */
export function carryPath(to: ListOperation, view: View): View {
  const carried = carryView(to, view)
  const named = Object.entries(view.parameters).flatMap(([property, value]): Filter[] =>
    ownValue(to.properties, property)?.filter === true ? [{ property, operator: "eq", value }] : [],
  )
  return { ...carried, filters: [...named, ...carried.filters] }
}

/** The path that a whole list's filters determine: their ids, with ancestors from the workspace. */
export function filteredPath(
  { within, workspace }: Pick<ReportSetup, "within" | "workspace">,
  { filters }: Pick<View, "filters">,
): PathParameters {
  const ids = within.flatMap(({ parameter }) => {
    const found = filters.find(
      ({ property, operator }) => property === parameter && operator === "eq",
    )
    return typeof found?.value === "string" ? [[parameter, found.value] as const] : []
  })
  const innermost = ids.at(-1)?.[1]
  const chain = innermost === undefined ? [] : chainTo(workspace.entries, innermost)
  const around = within.flatMap(({ parameter, kind }) => {
    const entry = chain.find((each) => each.kind === kind)
    return entry ? [[parameter, entry.id] as const] : []
  })
  return { ...Object.fromEntries(around), ...Object.fromEntries(ids) }
}

/** The platform's own list for a whole list, under the filtered path. */
export function liveView(
  setup: Pick<ReportSetup, "within" | "workspace">,
  source: ListOperation,
  view: View,
): View {
  return { ...carryView(source, view), parameters: filteredPath(setup, view) }
}
