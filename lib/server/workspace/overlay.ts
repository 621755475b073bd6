import { type Catalogue, childKinds, type Workspace, type WorkspaceEntry } from "../../catalogue"
import type { EditableEntry } from "../../contract"
import type { WorkspaceEdit } from "./table"

/**
 * The path of an entry from its key in the file and its id, below its parent's path or at the root.
 */
export const overlayPathOf = (parent: string, key: string, id: string): string =>
  parent === "" ? `${key}/${id}` : `${parent}/${key}/${id}`

/** The path of the parent; the root is the empty string. */
export const parentOf = (path: string): string => path.split("/").slice(0, -2).join("/")

interface Level {
  readonly kind: string | undefined
  readonly place: string
  readonly entries: readonly WorkspaceEntry[]
}

function groupByParent(edits: readonly WorkspaceEdit[]) {
  const groups = new Map<string, Map<string, WorkspaceEdit>>()
  for (const edit of edits) {
    const parent = parentOf(edit.place)
    const group = groups.get(parent) ?? new Map<string, WorkspaceEdit>()
    groups.set(parent, group.set(edit.place, edit))
  }
  return groups
}

const isSame = ({ name, unit }: WorkspaceEntry, edit: WorkspaceEdit) =>
  name === edit.name && (unit ?? null) === edit.unit

const named = (kind: string, id: string, { name, unit }: WorkspaceEdit) => ({
  kind,
  id,
  name,
  ...(unit !== null && { unit }),
})

const addedId = (path: string) => path.split("/").at(-1) ?? ""
const addedKey = (path: string) => path.split("/").at(-2) ?? ""

/**
 * Applies the administrators' edits to the file: first the file's entries in order, then the added
 * ones in order. Edits below a missing entry have no effect.
 */
export function overlay(
  from: Catalogue,
  file: Workspace,
  edits: readonly WorkspaceEdit[],
): EditableEntry[] {
  const groups = groupByParent(edits)

  function overlayFileEntry(entry: WorkspaceEntry, path: string, edit: WorkspaceEdit | undefined) {
    if (edit?.hidden) return { ...entry, place: path, origin: "hidden" as const, children: [] }
    const below = { kind: entry.kind, place: path, entries: entry.children }
    if (!edit || isSame(entry, edit))
      return { ...entry, place: path, origin: "file" as const, children: overlayLevel(below) }
    const renamed = {
      ...named(entry.kind, entry.id, edit),
      place: path,
      origin: "renamed" as const,
    }
    return { ...renamed, children: overlayLevel(below) }
  }

  function overlayLevel({ kind: parent, place: above, entries }: Level): EditableEntry[] {
    const kinds = childKinds(from, parent)
    const group = groups.get(above)
    const keys = new Map(kinds.map(({ kind, key }) => [kind, key]))
    const paths = new Set<string>()
    const fromFile = entries.map((entry) => {
      const path = overlayPathOf(above, keys.get(entry.kind) ?? "", entry.id)
      paths.add(path)
      return overlayFileEntry(entry, path, group?.get(path))
    })
    const added = [...(group?.values() ?? [])].flatMap((edit): EditableEntry[] => {
      const { place: path } = edit
      const kind = kinds.find(({ key }) => key === addedKey(path))?.kind
      if (edit.hidden || kind === undefined || paths.has(path)) return []
      const children = overlayLevel({ kind, place: path, entries: [] })
      return [{ ...named(kind, addedId(path), edit), place: path, origin: "added", children }]
    })
    return [...fromFile, ...added]
  }

  return overlayLevel({ kind: undefined, place: "", entries: file.entries })
}

const showEntries = (entries: readonly EditableEntry[]): WorkspaceEntry[] =>
  entries
    .filter(({ origin }) => origin !== "hidden")
    .map(({ place: _place, origin: _origin, ...entry }) => ({
      ...entry,
      children: showEntries(entry.children),
    }))

/** The workspace without hidden entries, as everybody sees it. */
export const showWorkspace = (entries: readonly EditableEntry[]): Workspace => ({
  entries: showEntries(entries),
})

/** The entries from the root down to the one at a path; empty if it does not exist. */
export function wayTo(entries: readonly EditableEntry[], path: string): EditableEntry[] {
  for (const entry of entries) {
    if (entry.place === path) return [entry]
    if (!path.startsWith(`${entry.place}/`)) continue
    const below = wayTo(entry.children, path)
    return below.length > 0 ? [entry, ...below] : []
  }
  return []
}
