import type { ListOperation, SortTerm } from "@/lib/catalogue"

/** A sort order and the query that expresses it. */
export interface SortCase {
  readonly list: string
  readonly operation: ListOperation
  readonly query: string
  readonly sort: readonly SortTerm[]
}

const printTerm = ({ property, descending }: SortTerm) => `${descending ? "-" : ""}${property}`

/**
 * Each sortable property of a list in both directions, by itself and after its predecessor, which
 * has ties.
 */
export function sortCases(operation: ListOperation): SortCase[] {
  const names = Object.entries(operation.properties).flatMap(([name, { sort }]) =>
    sort ? [name] : [],
  )
  const both = (property: string): SortTerm[] =>
    [false, true].map((descending) => ({ property, descending }))
  const single = names.flatMap((name) => both(name).map((term) => [term]))
  const double = names.slice(1).flatMap((name, index): SortTerm[][] => {
    const property = names[index] ?? name
    return both(name).map((term) => [{ property, descending: index % 2 === 0 }, term])
  })
  return [...single, ...double].map((sort) => ({
    list: operation.id,
    operation,
    sort,
    query: `sort=${sort.map(printTerm).join(",")}`,
  }))
}
