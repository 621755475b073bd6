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

/** The list's path parameters that the record's path contains, in the list's order. */
function sharedParameters(list: ListOperation, record: Operation, parameters: PathParameters) {
  const own = Object.entries(record.parameters)
  return Object.entries(list.parameters).flatMap(([name, kind]) => {
    const [source] = own.find(([, ownKind]) => ownKind === kind) ?? []
    const value = source === undefined ? undefined : parameters[source]
    return value === undefined ? [] : [[`path.${name}`, value] as const]
  })
}

/**
 * The reports within a record or its ancestors, with the path parameters that its path provides;
 * the nearest first.
 */
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

/** One set of a list's path parameters, with the name of its target. */
export interface KnownPath {
  readonly name: string
  readonly parameters: PathParameters
}

/** A list within a record, for all paths that the record's path and the workspace provide. */
export interface KnownList {
  readonly operation: ListOperation
  /** The report, which asks for missing parameters. */
  readonly href: string
  /** One unnamed path if the record's path suffices. */
  readonly paths: readonly KnownPath[]
}

const reportHref = (operation: ListOperation, parameters: PathParameters) =>
  `/reports/${operation.id}?${new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [`path.${name}`, value]),
  )}`

/**
 * The lists within a record, with their known paths: for a post its views, and its comments'
 * reactions.
 */
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
    /** The workspace entries within the record. */
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

export const pathHref = ({ operation }: KnownList, { parameters }: KnownPath): string =>
  reportHref(operation, parameters)
