import {
  type Catalogue,
  type Domain,
  domains,
  fieldsOf,
  keepKinds,
  type ListOperation,
  type Workspace,
} from "@/lib/catalogue"
import { fieldLinks, pathSteps, relatedPages } from "@/lib/client"
import type { ReportSetup, ViewSharing } from "./report-setup"

/** Derives a report page from a catalogue's entry: an operation more is a report more. Ids lead to reports of the domains that may be read. */
export function buildSetup(
  catalogue: Catalogue,
  operation: ListOperation,
  workspace: Workspace,
  mayRead: ReadonlySet<Domain> = new Set(domains),
  sharing: ViewSharing = { roles: [], isAdministrator: false },
): ReportSetup {
  const kinds = new Set([...Object.values(operation.parameters), operation.record])
  return {
    operation,
    fields: fieldsOf(catalogue, operation),
    steps: pathSteps(catalogue, operation),
    related: relatedPages(catalogue, operation),
    links: fieldLinks(catalogue, operation, mayRead),
    sharing,
    workspace: { entries: keepKinds(workspace.entries, kinds) },
  }
}
