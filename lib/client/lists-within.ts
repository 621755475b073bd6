import {
  type Catalogue,
  type Domain,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
} from "@/lib/catalogue"

/** A list within a record: the path parameters that the record's path gives, and the names of those that it does not. */
export interface ListWithin {
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly missing: readonly string[]
}

/** The lists whose path leads through a record: all that the record's own path names is in theirs. */
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
