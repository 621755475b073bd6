import type {
  Catalogue,
  Domain,
  ListOperation,
  Operation,
  PathParameters,
  WorkspaceEntry,
} from "@/lib/catalogue"
import { listsWithin } from "@/lib/client"

/** One set of a list's path parameters, by the name of what they lead to. */
export interface KnownPlace {
  readonly name: string
  readonly parameters: PathParameters
}

/** A list within a record, at every place that the record's path and the workspace tell. */
export interface KnownList {
  readonly operation: ListOperation
  /** Where its report asks for what is still missing. */
  readonly href: string
  /** One place without a name where the record's own path is enough. */
  readonly places: readonly KnownPlace[]
}

const reportHref = (operation: ListOperation, parameters: PathParameters) =>
  `/reports/${operation.id}?${new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [`path.${name}`, value]),
  )}`

/** The lists within a record, with the places that are known: for a post its views, and its comments' reactions. */
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
      const places = named.map((entry) => ({
        name: entry.name,
        parameters: { ...known, [name ?? ""]: entry.id },
      }))
      return {
        operation,
        href: reportHref(operation, known),
        places: name === undefined ? [{ name: "", parameters: known }] : places,
      }
    },
  )
}

/** The address of a list's report at one of its places. */
export const placeHref = ({ operation }: KnownList, { parameters }: KnownPlace): string =>
  reportHref(operation, parameters)
