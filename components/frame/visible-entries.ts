import type { Catalogue, Domain, Operation, Workspace, WorkspaceEntry } from "@/lib/catalogue"

/** An entry of the workspace with the entries that hold it, outermost first. */
export interface PlacedEntry {
  readonly entry: WorkspaceEntry
  readonly holders: readonly WorkspaceEntry[]
}

const place = (
  entries: readonly WorkspaceEntry[],
  holders: readonly WorkspaceEntry[],
): PlacedEntry[] =>
  entries.flatMap((entry) => [{ entry, holders }, ...place(entry.children, [...holders, entry])])

/** Everything of one kind that the workspace names, at any depth. */
export const entriesOfKind = (workspace: Workspace, kind: string): PlacedEntry[] =>
  place(workspace.entries, []).filter(({ entry }) => entry.kind === kind)

/** Names by id of what has a page of its own and may be read with these domains. */
export function pageNames(
  catalogue: Catalogue,
  workspace: Workspace,
  domains: ReadonlySet<Domain>,
): Record<string, string> {
  const readable = catalogue.operations.filter(({ domain }) => domains.has(domain))
  const kinds = new Set(readable.filter(hasPage).map(lastKind))
  return Object.fromEntries(
    place(workspace.entries, [])
      .filter(({ entry }) => kinds.has(entry.kind))
      .map(({ entry }) => [entry.id, entry.name]),
  )
}

const charted = "dataSet"

const hasPage = (operation: Operation) =>
  operation.kind === "single" || lastKind(operation) === charted

const lastKind = ({ parameters }: Operation) => Object.values(parameters).at(-1) ?? ""
