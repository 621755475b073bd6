import type { Catalogue } from "@/lib/catalogue"

/** A kind of thing that the workspace names. */
export interface EntryKind {
  readonly kind: string
  /** The kind of its parent; undefined at the root. */
  readonly parent: string | undefined
  readonly title: string
  readonly hasUnit: boolean
}

const measured = "dataSet"

/** The kinds in the workspace, in catalogue order; serializable. */
export const entryKinds = (catalogue: Catalogue): EntryKind[] =>
  Object.entries(catalogue.containers).flatMap(([kind, { workspace, parent, title }]) =>
    workspace === undefined ? [] : [{ kind, parent, title, hasUnit: kind === measured }],
  )

/** Kinds by label. */
export type KindNames = Readonly<Record<string, string>>

/** The labels of the kinds in these languages. */
export const entryKindNames = (catalogues: readonly Catalogue[]): KindNames =>
  Object.fromEntries(
    catalogues.flatMap((catalogue) =>
      entryKinds(catalogue).map(({ kind, title }) => [title, kind]),
    ),
  )

/** The kinds that an entry of this kind can contain; undefined is the root. */
export const kindsWithin = (
  kinds: readonly EntryKind[],
  parent: string | undefined,
): readonly EntryKind[] => kinds.filter((each) => each.parent === parent)
