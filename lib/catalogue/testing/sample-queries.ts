import {
  catalogue,
  type Filter,
  isFollow,
  type ListOperation,
  listOperations,
  parseListQuery,
} from ".."

/** Every list operation with its id, for tests that loop over them. */
export const lists = listOperations(catalogue).map(
  (operation) => [operation.id, operation] as const,
)

export function listOf(id: string): ListOperation {
  const found = listOperations(catalogue).find((operation) => operation.id === id)
  if (!found) throw new Error(`The catalogue has no list "${id}".`)
  return found
}

export const parseText = (operation: ListOperation, search: string) =>
  parseListQuery(operation, new URLSearchParams(search))

/** The filters of a query, or the problems of a refused one. */
export function filtersOf(operation: ListOperation, search: string): readonly Filter[] | object {
  const parsed = parseText(operation, search)
  return parsed.ok && !isFollow(parsed.query) ? parsed.query.filters : parsed
}

/** The parameters for which a query is refused, in order. */
export function refused(operation: ListOperation, search: string): readonly string[] | "accepted" {
  const parsed = parseText(operation, search)
  return parsed.ok ? "accepted" : parsed.problems.map(({ parameter }) => parameter)
}
