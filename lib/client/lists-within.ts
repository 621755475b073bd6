import {
  type Catalogue,
  type Domain,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
} from "@/lib/catalogue"

/**
 * A list within a record: the path parameters from the record's path, and the names of the missing
 * ones.
 */
export interface ListWithin {
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly missing: readonly string[]
}

/** The lists whose path includes all parameters of a record's own path. */
export function listsWithin(
  catalogue: Catalogue,
  record: Operation,
  parameters: PathParameters,
  domains: ReadonlySet<Domain>,
): ListWithin[] {
  const own = new Map(
    Object.entries(record.parameters).map(([name, kind]) => [kind, parameters[name]]),
  )
  return listOperations(catalogue)
    .filter(({ domain }) => domains.has(domain))
    .map((operation) => {
      const entries = Object.entries(operation.parameters)
      const known = entries.flatMap(([name, kind]) => {
        const value = own.get(kind)
        return value === undefined ? [] : [[name, value] as const]
      })
      const given = Object.fromEntries(known)
      const missing = entries.flatMap(([name]) => (Object.hasOwn(given, name) ? [] : [name]))
      return { operation, parameters: given, missing }
    })
    .filter(({ parameters: given }) => own.size > 0 && Object.keys(given).length === own.size)
}
