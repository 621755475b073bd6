import { type ListOperation, parseSort, printSort, type SortTerm } from "@/lib/catalogue"

const pageSortOf = ({ pageSort, defaultSort }: ListOperation) => pageSort ?? defaultSort

/** The sort in its URL form: the page's default order is the empty one. */
export const canonicalSort = (
  operation: ListOperation,
  sort: readonly SortTerm[],
): readonly SortTerm[] => (printSort(sort) === pageSortOf(operation) ? [] : sort)

/** One step of a column's cycle: none → ascending → descending → none. */
function step(term: SortTerm | undefined, property: string): SortTerm | undefined {
  if (!term) return { property, descending: false }
  return term.descending ? undefined : { property, descending: true }
}

function stepAmong(sort: readonly SortTerm[], property: string): SortTerm[] {
  const next = step(
    sort.find((term) => term.property === property),
    property,
  )
  if (!sort.some((term) => term.property === property)) return next ? [...sort, next] : [...sort]
  return sort.flatMap((term) => (term.property !== property ? [term] : next ? [next] : []))
}

/** The effective order: the chosen one, or the page's default. */
export const sortInForce = (operation: ListOperation, sort: readonly SortTerm[]) =>
  sort.length > 0 ? sort : parseSort(operation, pageSortOf(operation)).sort

/**
 * The sort after a click on a column: cycles ascending, descending, none, and reverses the default
 * order; with `add`, within the effective order. The default order is empty.
 */
export function nextSort(
  operation: ListOperation,
  sort: readonly SortTerm[],
  property: string,
  add: boolean,
): readonly SortTerm[] {
  const inForce = sortInForce(operation, sort)
  if (add) return canonicalSort(operation, stepAmong(inForce, property))
  const current = inForce.find((term) => term.property === property)
  if (current && sort.length === 0) return [{ property, descending: !current.descending }]
  const next = step(current, property)
  return canonicalSort(operation, next ? [next] : [])
}

export function moveTerm(sort: readonly SortTerm[], from: number, to: number): SortTerm[] {
  const others = sort.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...sort.slice(from, from + 1), ...others.slice(to)]
}
