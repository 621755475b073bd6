import type { Catalogue } from "./catalogue"
import type { Domain } from "./operation"
import type { WorkspaceEntry } from "./workspace"

/** The entries of these kinds, at any depth below each other. */
export const keepKinds = (
  entries: readonly WorkspaceEntry[],
  kinds: ReadonlySet<string>,
): WorkspaceEntry[] =>
  entries
    .filter((entry) => kinds.has(entry.kind))
    .map((entry) => ({ ...entry, children: keepKinds(entry.children, kinds) }))

/** The kinds of things that paths of the operations of these domains name. */
export const kindsOfDomains = (
  { operations }: Catalogue,
  domains: ReadonlySet<Domain>,
): ReadonlySet<string> =>
  new Set(
    operations
      .filter(({ domain }) => domains.has(domain))
      .flatMap(({ parameters, record }) => [...Object.values(parameters), record]),
  )
