import {
  type Catalogue,
  type Domain,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
} from "@/lib/catalogue"

export interface RelatedReport {
  readonly id: string
  readonly title: string
  readonly href: string
}

/** The list's path parameters that the record's own path already answers, in the list's order. */
function sharedParameters(list: ListOperation, record: Operation, parameters: PathParameters) {
  const own = Object.entries(record.parameters)
  return Object.entries(list.parameters).flatMap(([name, kind]) => {
    const [source] = own.find(([, ownKind]) => ownKind === kind) ?? []
    const value = source === undefined ? undefined : parameters[source]
    return value === undefined ? [] : [[`path.${name}`, value] as const]
  })
}

/** The reports within what holds a record, or within the record, with as much of their path as it tells; the nearest first. */
export function relatedReports(
  catalogue: Catalogue,
  record: Operation,
  parameters: PathParameters,
  domains: ReadonlySet<Domain>,
): RelatedReport[] {
  return listOperations(catalogue)
    .filter(({ domain }) => domains.has(domain))
    .map((list) => ({ list, shared: sharedParameters(list, record, parameters) }))
    .filter(({ shared }) => shared.length > 0)
    .toSorted((a, b) => b.shared.length - a.shared.length)
    .map(({ list, shared }) => ({
      id: list.id,
      title: list.title,
      href: `/reports/${list.id}?${new URLSearchParams(shared.map(([name, value]) => [name, value]))}`,
    }))
}
