import type { Catalogue } from "./catalogue"
import type { Domain, Operation } from "./operation"
import { referencesOf } from "./references"
import type { WorkspaceEntry } from "./workspace"

/** The entries of these kinds, at any nesting depth. */
export const keepKinds = (
  entries: readonly WorkspaceEntry[],
  kinds: ReadonlySet<string>,
): WorkspaceEntry[] =>
  entries
    .filter((entry) => kinds.has(entry.kind))
    .map((entry) => ({ ...entry, children: keepKinds(entry.children, kinds) }))

/** The kinds that paths and records of an operation name. */
export const kindsOfOperation = ({ parameters, record }: Operation): string[] => [
  ...Object.values(parameters),
  record,
  ...referencesOf(record).values(),
]

/** The kinds that paths and records of these domains' operations name. */
export const kindsOfDomains = (
  { operations }: Catalogue,
  domains: ReadonlySet<Domain>,
): ReadonlySet<string> =>
  new Set(operations.filter(({ domain }) => domains.has(domain)).flatMap(kindsOfOperation))
