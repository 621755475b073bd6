import {
  type Catalogue,
  type Domain,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import { listsWithin } from "@/lib/client"

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

/** One set of a list's path parameters, by the name of what they lead to. */
export interface KnownPath {
  readonly name: string
  readonly parameters: PathParameters
}

/** A list within a record, at every place that the record's path and the workspace tell. */
export interface KnownList {
  readonly operation: ListOperation
  /** Where its report asks for what is still missing. */
  readonly href: string
  /** One place without a name where the record's own path is enough. */
  readonly paths: readonly KnownPath[]
}

const reportHref = (operation: ListOperation, parameters: PathParameters) =>
  `/reports/${operation.id}?${new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [`path.${name}`, value]),
  )}`

/** The lists within a record, with the paths that are known: for a post its views, and its comments' reactions. */
export function knownLists(
  catalogue: Catalogue,
  {
    record,
    parameters,
    domains,
    children,
  }: {
    readonly record: Operation
    readonly parameters: PathParameters
    readonly domains: ReadonlySet<Domain>
    /** What the workspace names within the record. */
    readonly children: readonly WorkspaceEntry[]
  },
): KnownList[] {
  return listsWithin(catalogue, record, parameters, domains).map(
    ({ operation, parameters: known, missing: [name, ...more] }) => {
      const kind = operation.parameters[name ?? ""]
      const named = children.filter((entry) => more.length === 0 && entry.kind === kind)
      const paths = named.map((entry) => ({
        name: entry.name,
        parameters: { ...known, [name ?? ""]: entry.id },
      }))
      return {
        operation,
        href: reportHref(operation, known),
        paths: name === undefined ? [{ name: "", parameters: known }] : paths,
      }
    },
  )
}

/** The address of a list's report at one of its paths. */
export const pathHref = ({ operation }: KnownList, { parameters }: KnownPath): string =>
  reportHref(operation, parameters)
