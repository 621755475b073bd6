import type { Catalogue } from "./catalogue"
import { toFaulty } from "./fault"
import type { WorkspaceProblem } from "./workspace-schema"
import { childKinds, entryLimit, printIssues, workspaceSchema } from "./workspace-schema"

export type { WorkspaceProblem } from "./workspace-schema"

/**
 * Something that the workspace file names: a module, form, data set, post, … with its children by
 * key (decisions "The workspace file").
 */
export interface WorkspaceEntry {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly unit?: string
  readonly children: readonly WorkspaceEntry[]
}

/** The ids and names that no endpoint lists, outermost entries first. */
export interface Workspace {
  readonly entries: readonly WorkspaceEntry[]
}

interface FileEntry {
  readonly id: string
  readonly name: string
  readonly unit?: string
  readonly [childKey: string]: unknown
}

/** An entry of a workspace with its parent. */
export interface HeldEntry {
  readonly entry: WorkspaceEntry
  readonly holder: WorkspaceEntry | undefined
}

/** All entries of a workspace, at any depth. */
export const heldEntries = (
  entries: readonly WorkspaceEntry[],
  holder?: WorkspaceEntry,
): HeldEntry[] =>
  entries.flatMap((entry) => [{ entry, holder }, ...heldEntries(entry.children, entry)])

const withKind = ({ entry: { kind, name } }: HeldEntry) => `${kind} ${name}`

/**
 * Distinct names of these entries by id. If another of its kind has the same name, the parent's
 * name is prepended.
 */
export function distinctNames(held: readonly HeldEntry[]): Map<string, string> {
  const counts = new Map<string, number>()
  for (const one of held) counts.set(withKind(one), (counts.get(withKind(one)) ?? 0) + 1)
  return new Map(
    held.map((one) => {
      const { entry, holder } = one
      const isShared = counts.get(withKind(one)) !== 1
      return [entry.id, isShared && holder ? `${holder.name} · ${entry.name}` : entry.name]
    }),
  )
}

function readEntries(
  from: Catalogue,
  parent: string | undefined,
  holder: { readonly [key: string]: unknown },
): WorkspaceEntry[] {
  return childKinds(from, parent).flatMap(({ kind, key }) => {
    const list = (holder[key] ?? []) as FileEntry[]
    return list.map((entry) => ({
      kind,
      id: entry.id,
      name: entry.name,
      ...(entry.unit !== undefined && { unit: entry.unit }),
      children: readEntries(from, kind, entry),
    }))
  })
}

const countEntries = (entries: readonly WorkspaceEntry[]): number =>
  entries.reduce((count, entry) => count + 1 + countEntries(entry.children), 0)

/**
 * Parses a workspace file's JSON value. Faults are reported with their path, including unknown keys
 * and repeated ids.
 */
export function parseWorkspace(
  from: Catalogue,
  json: unknown,
): { ok: true; workspace: Workspace } | { ok: false; problems: WorkspaceProblem[] } {
  const result = workspaceSchema(from).safeParse(json)
  if (!result.success) return { ok: false, problems: printIssues(result.error) }
  const entries = readEntries(from, undefined, result.data)
  if (countEntries(entries) > entryLimit)
    return {
      ok: false,
      problems: [{ path: "", ...toFaulty("too_many_entries", entryLimit) }],
    }
  return { ok: true, workspace: { entries } }
}

function printEntries(
  from: Catalogue,
  parent: string | undefined,
  entries: readonly WorkspaceEntry[],
) {
  const file: Record<string, unknown[]> = {}
  for (const { kind, key } of childKinds(from, parent)) {
    const own = entries.filter((entry) => entry.kind === kind)
    if (own.length > 0)
      file[key] = own.map(({ id, name, unit, children }) => ({
        id,
        name,
        ...(unit !== undefined && { unit }),
        ...printEntries(from, kind, children),
      }))
  }
  return file
}

/** The JSON value of a workspace file, the inverse of `parseWorkspace`. */
export const printWorkspace = (from: Catalogue, workspace: Workspace): Record<string, unknown> =>
  printEntries(from, undefined, workspace.entries)

/** An unusable workspace file. The message lists each path and what is wrong there. */
export class WorkspaceError extends Error {
  override name = "WorkspaceError"
  readonly code = "invalid_workspace"

  constructor(readonly problems: readonly WorkspaceProblem[]) {
    const lines = problems.map(({ path, message }) => (path ? `${path}: ${message}` : message))
    super(`The workspace file cannot be used. ${lines.join("; ")}.`)
  }
}

/** Also true for a `WorkspaceError` of another copy of this module. */
export const isWorkspaceError = (error: unknown): error is WorkspaceError =>
  error instanceof Error && error.name === "WorkspaceError" && "problems" in error
