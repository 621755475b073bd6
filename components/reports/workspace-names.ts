import type { Workspace, WorkspaceEntry } from "@/lib/catalogue"
import type { NameOf } from "../data-table"

function collect(entries: readonly WorkspaceEntry[], names: Map<string, string>) {
  for (const entry of entries) {
    names.set(entry.id, entry.name)
    collect(entry.children, names)
  }
}

/** Looks ids up in the workspace. */
export function nameLookup(workspace: Workspace): NameOf {
  const names = new Map<string, string>()
  collect(workspace.entries, names)
  return (id) => names.get(id)
}
