import type { Catalogue, Domain, Operation, Workspace, WorkspaceEntry } from "@/lib/catalogue"

/** The kind of container whose points have charts of their own. */
const charted = "dataSet"

/** A workspace entry with its ancestors, outermost first. */
interface EntryWithHolders {
  readonly entry: WorkspaceEntry
  readonly holders: readonly WorkspaceEntry[]
}

const listEntries = (
  entries: readonly WorkspaceEntry[],
  holders: readonly WorkspaceEntry[],
): EntryWithHolders[] =>
  entries.flatMap((entry) => [
    { entry, holders },
    ...listEntries(entry.children, [...holders, entry]),
  ])

/** All workspace entries of a kind, at any depth. */
export const entriesOfKind = (workspace: Workspace, kind: string): EntryWithHolders[] =>
  listEntries(workspace.entries, []).filter(({ entry }) => entry.kind === kind)

/** Names by id of everything that has its own page and is readable with these domains. */
export function pageNames(
  catalogue: Catalogue,
  workspace: Workspace,
  domains: ReadonlySet<Domain>,
): Record<string, string> {
  const readable = catalogue.operations.filter(({ domain }) => domains.has(domain))
  const kinds = new Set(readable.filter(hasPage).map(lastKind))
  return Object.fromEntries(
    listEntries(workspace.entries, [])
      .filter(({ entry }) => kinds.has(entry.kind))
      .map(({ entry }) => [entry.id, entry.name]),
  )
}

const hasPage = (operation: Operation) =>
  operation.kind === "single" || lastKind(operation) === charted

const lastKind = ({ parameters }: Operation) => Object.values(parameters).at(-1) ?? ""

interface KnownRecord {
  readonly id: string
  readonly name: string
  /** Its ancestors, outermost first. */
  readonly note?: string
  readonly href: string
}

const kindsOf = (operation: Operation) => Object.values(operation.parameters)

function nameRecord({ entry, holders }: EntryWithHolders, href: string): KnownRecord {
  const note = holders.map(({ name }) => name).join(" · ")
  return { id: entry.id, name: entry.name, href, ...(note !== "" && { note }) }
}

const recordHref = (operation: Operation, { entry, holders }: EntryWithHolders) =>
  `/data/${operation.id}/${[...holders, entry].map(({ id }) => id).join("/")}`

/** The records in the workspace that a by-id operation can load. */
export function knownRecordsOf(operation: Operation, workspace: Workspace): KnownRecord[] {
  const kind = kindsOf(operation).at(-1) ?? ""
  return entriesOfKind(workspace, kind).map((placed) =>
    nameRecord(placed, recordHref(operation, placed)),
  )
}
