import type { Catalogue } from "./catalogue"
import type { Domain, Operation } from "./operation"
import { referencesOf } from "./references"
import type { WorkspaceEntry } from "./workspace"

/** The entries of these kinds, at any depth below each other. */
export const keepKinds = (
  entries: readonly WorkspaceEntry[],
  kinds: ReadonlySet<string>,
): WorkspaceEntry[] =>
  entries
    .filter((entry) => kinds.has(entry.kind))
    .map((entry) => ({ ...entry, children: keepKinds(entry.children, kinds) }))

/** The kinds of things that paths of an operation name, and its records. */
export const kindsOfOperation = ({ parameters, record }: Operation): string[] => [
  ...Object.values(parameters),
  record,
  ...referencesOf(record).values(),
]

/** The kinds of things that paths and records of the operations of these domains name. */
export const kindsOfDomains = (
  { operations }: Catalogue,
  domains: ReadonlySet<Domain>,
): ReadonlySet<string> =>
  new Set(operations.filter(({ domain }) => domains.has(domain)).flatMap(kindsOfOperation))
