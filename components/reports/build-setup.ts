import {
  type Catalogue,
  fieldsOf,
  type ListOperation,
  type Workspace,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import { pathSteps, relatedPages } from "@/lib/client"
import type { ReportSetup } from "./report-setup"

const keepKinds = (
  entries: readonly WorkspaceEntry[],
  kinds: ReadonlySet<string>,
): WorkspaceEntry[] =>
  entries
    .filter((entry) => kinds.has(entry.kind))
    .map((entry) => ({ ...entry, children: keepKinds(entry.children, kinds) }))

/** Derives a report page from a catalogue's entry: an operation more is a report more. */
export function buildSetup(
  catalogue: Catalogue,
  operation: ListOperation,
  workspace: Workspace,
): ReportSetup {
  const kinds = new Set([...Object.values(operation.parameters), operation.record])
  return {
    operation,
    fields: fieldsOf(catalogue, operation),
    steps: pathSteps(catalogue, operation),
    related: relatedPages(catalogue, operation),
    namedById: catalogue.containers[operation.record]?.workspace !== undefined,
    workspace: { entries: keepKinds(workspace.entries, kinds) },
  }
}
