import {
  type Catalogue,
  childKinds,
  entryLimit,
  type Workspace,
  type WorkspaceEntry,
} from "../../catalogue"
import type { EditableEntry } from "../../contract"
import { BffError } from "../http/problem"
import { overlay, overlayPathOf, wayTo } from "./overlay"
import type { WorkspaceChange, WorkspaceEdit } from "./table"

/** An entry submitted by an administrator. */
export interface NewEntry {
  /** The path of the parent; the root is the empty string. */
  readonly parent: string
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
}

/** The state to plan changes on: the file and its edits so far. */
export interface EditedState {
  readonly catalogue: Catalogue
  readonly file: Workspace
  readonly edits: readonly WorkspaceEdit[]
}

/** Number of entries that an import added, renamed and left unchanged. */
export interface ImportCounts {
  readonly added: number
  readonly renamed: number
  readonly unchanged: number
}

/** The entries after the edits so far. */
export const entriesOf = ({ catalogue, file, edits }: EditedState) =>
  overlay(catalogue, file, edits)

function requireEntry(entries: readonly EditableEntry[], path: string): EditableEntry {
  const found = wayTo(entries, path).at(-1)
  if (found) return found
  throw new BffError("not_found", { detail: "The workspace has no such entry." })
}

function requireShown(entries: readonly EditableEntry[], path: string): EditableEntry {
  const found = requireEntry(entries, path)
  if (found.origin !== "hidden") return found
  throw new BffError("not_found", { detail: "The workspace has no such entry." })
}

/** Counts the visible entries. */
export const countEntries = (entries: readonly EditableEntry[]): number =>
  entries.reduce(
    (count, entry) => count + (entry.origin === "hidden" ? 0 : 1 + countEntries(entry.children)),
    0,
  )

/** Throws `limit_reached` if a workspace would contain too many entries. */
export function requireRoom(count: number) {
  if (count > entryLimit)
    throw new BffError("limit_reached", {
      detail: `A workspace holds at most ${entryLimit} entries.`,
    })
}

function requireKey(from: Catalogue, parent: string | undefined, kind: string): string {
  const found = childKinds(from, parent).find((child) => child.kind === kind)
  if (found) return found.key
  throw new BffError("invalid_body", {
    errors: [{ parameter: "kind", message: "This kind of entry does not belong there." }],
  })
}

/** The edit that sets the name and unit of a path. */
export const editOf = (
  path: string,
  { name, unit }: { readonly name: string; readonly unit?: string | undefined },
): WorkspaceEdit => ({ place: path, hidden: false, name, unit: unit ?? null })

const pathsBelow = (edits: readonly WorkspaceEdit[], path: string) =>
  edits.map((edit) => edit.place).filter((other) => other.startsWith(`${path}/`))

/** Adds an entry; a hidden one is shown again under the new name. */
export function planAdd(
  state: EditedState,
  entry: NewEntry,
): WorkspaceChange & { readonly place: string } {
  const entries = entriesOf(state)
  const holder = entry.parent === "" ? undefined : requireShown(entries, entry.parent)
  const path = overlayPathOf(
    entry.parent,
    requireKey(state.catalogue, holder?.kind, entry.kind),
    entry.id,
  )
  const there = wayTo(entries, path).at(-1)
  if (there && there.origin !== "hidden")
    throw new BffError("already_there", {
      detail: `This id already has a name in the workspace: “${there.name}”.`,
    })
  requireRoom(countEntries(entries) + 1)
  return { place: path, keep: [editOf(path, entry)] }
}

export function planRename(
  state: EditedState,
  path: string,
  { name, unit }: { readonly name: string; readonly unit?: string | null | undefined },
): WorkspaceChange {
  const entry = requireEntry(entriesOf(state), path)
  const saved = unit === undefined ? entry.unit : (unit ?? undefined)
  return { keep: [editOf(path, { name, unit: saved })] }
}

/** Removes an entry with all its children; an entry of the file is hidden instead. */
export function planRemove(state: EditedState, path: string): WorkspaceChange {
  const { origin, name, unit } = requireEntry(entriesOf(state), path)
  const forget = pathsBelow(state.edits, path)
  if (origin === "added") return { forget: [path, ...forget] }
  return { forget, keep: [{ place: path, hidden: true, name, unit: unit ?? null }] }
}

/** Restores an entry to its state in the file. */
export function planRestore(state: EditedState, path: string): WorkspaceChange {
  const { origin } = requireEntry(entriesOf(state), path)
  return origin === "added" ? {} : { forget: [path] }
}

const isAs = (one: WorkspaceEntry, other: WorkspaceEntry) =>
  one.name === other.name && one.unit === other.unit

/** Adds and renames entries from an imported workspace; entries missing there stay unchanged. */
export function planWorkspaceImport(
  state: EditedState,
  imported: Workspace,
): WorkspaceChange & ImportCounts {
  const current = new Map<string, EditableEntry>()
  const remember = (entries: readonly EditableEntry[]) => {
    for (const entry of entries) {
      current.set(entry.place, entry)
      remember(entry.children)
    }
  }
  const entries = entriesOf(state)
  remember(entries)
  const keep: WorkspaceEdit[] = []
  const counts = { added: 0, renamed: 0, unchanged: 0 }
  const take = (list: readonly WorkspaceEntry[], parent: string | undefined, above: string) => {
    for (const entry of list) {
      const path = overlayPathOf(above, requireKey(state.catalogue, parent, entry.kind), entry.id)
      const there = current.get(path)
      const isThere = there !== undefined && there.origin !== "hidden"
      if (isThere && isAs(there, entry)) counts.unchanged += 1
      else {
        counts[isThere ? "renamed" : "added"] += 1
        keep.push(editOf(path, entry))
      }
      take(entry.children, entry.kind, path)
    }
  }
  take(imported.entries, undefined, "")
  requireRoom(countEntries(entries) + counts.added)
  return { keep, ...counts }
}
