import type { Catalogue } from "@/lib/catalogue"

/** A kind of thing that the workspace names. */
export interface EntryKind {
  readonly kind: string
  /** The kind of what holds it; undefined at the root. */
  readonly parent: string | undefined
  readonly title: string
  readonly hasUnit: boolean
}

const measured = "dataSet"

/** What the workspace can name, in the catalogue's order, as plain data for the browser. */
export const entryKinds = (catalogue: Catalogue): EntryKind[] =>
  Object.entries(catalogue.containers).flatMap(([kind, { workspace, parent, title }]) =>
    workspace === undefined ? [] : [{ kind, parent, title, hasUnit: kind === measured }],
  )

/** The kinds that an entry of this kind can hold; undefined is the root. */
export const kindsWithin = (
  kinds: readonly EntryKind[],
  parent: string | undefined,
): readonly EntryKind[] => kinds.filter((each) => each.parent === parent)
