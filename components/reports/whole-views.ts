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

/** The property by which a whole list searches all texts that people read; undefined where its records have none. */
export const textSearchOf = ({ properties }: ListOperation): string | undefined =>
  Object.keys(properties).find((name) => properties[name]?.speaksOf === "all-texts")

/** What is searched for in all texts. */
export function searchedText({ filters }: Pick<View, "filters">, property: string): string {
  const found = filters.find((filter) => filter.property === property)
  return typeof found?.value === "string" ? found.value : ""
}

/** The view that searches all texts for another text; none for an empty one. */
export function searchFor(view: View, property: string, text: string): View {
  const others = view.filters.filter((filter) => filter.property !== property)
  const search: Filter = { property, operator: "contains", value: text }
  return { ...view, filters: text === "" ? others : [...others, search] }
}

/** What another list of the same records can show of a view: the conditions and the order that it has too. */
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

/** The same of what the path names alone. */
export function carryPath(to: ListOperation, view: View): View {
  const carried = carryView(to, view)
  const named = Object.entries(view.parameters).flatMap(([property, value]): Filter[] =>
    ownValue(to.properties, property)?.filter === true ? [{ property, operator: "eq", value }] : [],
  )
  return { ...carried, filters: [...named, ...carried.filters] }
}

/** The path that a whole list's filters name: the ids that are asked for, and what the workspace knows around them. */
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

/** The platform's own list of what a whole list shows, under the path that is filtered. */
export function liveView(
  setup: Pick<ReportSetup, "within" | "workspace">,
  source: ListOperation,
  view: View,
): View {
  return { ...carryView(source, view), parameters: filteredPath(setup, view) }
}
