import { queryOptions } from "@tanstack/react-query"
import { api, apiOptions, howToTake, type NamesFile, type NamesTaken, readOnce } from "@/lib/client"
import { readFileText } from "@/lib/client/files/read-file"
import type { EditableEntry, WorkspaceCheck, WorkspaceImport } from "@/lib/contract"

export type { EditableEntry, WorkspaceCheck }

/** The editable fields of an entry. */
export interface EntryFields {
  readonly id: string
  readonly name: string
  readonly unit?: string
}

/** The URL of the workspace as a file. */
export const workspaceExportUrl = "/api/workspace/export"

/** The complete workspace, including hidden entries; for administrators. */
export const workspaceOptions = () =>
  queryOptions({
    ...apiOptions("/api/workspace"),
    select: ({ entries }) => entries,
    ...readOnce,
  })

/** Adds an entry under a path, "" for the root; throws `ApiProblem` with an error per field. */
export const addEntry = (parent: string, kind: string, entry: EntryFields) =>
  api.post("/api/workspace", { body: { parent, kind, entry } })

/** Renames an entry; a null unit removes it. Throws `ApiProblem`. */
export const renameEntry = (
  place: string,
  fields: { readonly name: string; readonly unit?: string | null },
): Promise<undefined> => api.patch("/api/workspace", { body: { place, ...fields } })

/** Restores an entry to its state in the file; throws `ApiProblem`. */
export const restoreEntry = (place: string): Promise<undefined> =>
  api.patch("/api/workspace", { body: { place, restore: true } })

/** Removes an entry with everything it contains; throws `ApiProblem`. */
export const removeEntry = (place: string): Promise<undefined> =>
  api.delete("/api/workspace", { query: { place } })

/**
 * Adds and renames entries from a workspace file; `takesGood` skips faulty rows. Throws
 * `ApiProblem` with an error per row.
 */
export const importWorkspace = (file: unknown, takesGood: boolean): Promise<WorkspaceImport> =>
  api.put("/api/workspace", { query: takesGood ? { take: "good" } : {}, body: file })

/**
 * Imports names of a file, which may use labels for kinds besides their technical names. Throws
 * `ApiProblem` with an error per line.
 */
export const bringNames = async (
  { file, columns }: NamesFile,
  kinds: Readonly<Record<string, string>>,
  taken: NamesTaken,
): Promise<WorkspaceImport> =>
  api.put("/api/workspace/names", {
    query: { ...howToTake[taken], columns },
    body: { csv: await readFileText(file), kinds },
  })

/** Checks with one call whether the platform knows an entry; throws `ApiProblem`. */
export const checkOnPlatform = (place: string): Promise<WorkspaceCheck> =>
  api.post("/api/workspace/check", { body: { place } })

/**
 * Entries whose name or id contains the text, with their ancestors; all entries for an empty text.
 */
export function findEntries(entries: readonly EditableEntry[], text: string): EditableEntry[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === "") return [...entries]
  return entries.flatMap((entry) => {
    if (`${entry.name} ${entry.id}`.toLowerCase().includes(wanted)) return [entry]
    const children = findEntries(entry.children, wanted)
    return children.length > 0 ? [{ ...entry, children }] : []
  })
}

/** The number of visible entries, including descendants. */
export const countShown = (entries: readonly EditableEntry[]): number =>
  entries.reduce(
    (count, entry) => count + (entry.origin === "hidden" ? 0 : 1 + countShown(entry.children)),
    0,
  )
