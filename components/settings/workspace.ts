import { queryOptions } from "@tanstack/react-query"
import { api, apiOptions, readOnce } from "@/lib/client"
import type { EditableEntry, WorkspaceCheck, WorkspaceImport } from "@/lib/contract"

export type { EditableEntry, WorkspaceCheck }

/** What an administrator gives an entry. */
export interface EntryFields {
  readonly id: string
  readonly name: string
  readonly unit?: string
}

/** Where the workspace is to be had as a file. */
export const workspaceExportUrl = "/api/workspace/export"

/** The whole workspace with what is hidden; for administrators. */
export const workspaceOptions = () =>
  queryOptions({
    ...apiOptions("/api/workspace"),
    select: ({ entries }) => entries,
    ...readOnce,
  })

/** Adds an entry below a path, "" for the root; throws `ApiProblem` with an error for each field. */
export const addEntry = (parent: string, kind: string, entry: EntryFields) =>
  api.post("/api/workspace", { body: { parent, kind, entry } })

/** Names an entry anew; a unit of null is none. Throws `ApiProblem`. */
export const renameEntry = (
  place: string,
  fields: { readonly name: string; readonly unit?: string | null },
): Promise<undefined> => api.patch("/api/workspace", { body: { place, ...fields } })

/** Shows an entry as the file has it; throws `ApiProblem`. */
export const restoreEntry = (place: string): Promise<undefined> =>
  api.patch("/api/workspace", { body: { place, restore: true } })

/** Takes an entry away with all that it holds; throws `ApiProblem`. */
export const removeEntry = (place: string): Promise<undefined> =>
  api.delete("/api/workspace", { query: { place } })

/** Adds and names what a workspace file names; with `takesGood` faulty rows are left out. Throws `ApiProblem` with an error for each row. */
export const importWorkspace = (file: unknown, takesGood: boolean): Promise<WorkspaceImport> =>
  api.put("/api/workspace", { query: takesGood ? { take: "good" } : {}, body: file })

/** A CSV file of names, and what kinds are called in it beside their technical names. */
export interface NamesFile {
  readonly csv: string
  readonly kinds: Readonly<Record<string, string>>
}

const howToBring = {
  preview: { preview: "true" },
  all: {},
  good: { take: "good" },
} as const

/** Adds and names what a file names: all of it, its good lines, or nothing, to say what it would do. Throws `ApiProblem` with an error for each line. */
export const bringNames = (
  file: NamesFile,
  how: keyof typeof howToBring,
): Promise<WorkspaceImport> =>
  api.put("/api/workspace/names", { query: howToBring[how], body: file })

/** Asks the platform whether it knows an entry; one call. Throws `ApiProblem`. */
export const checkOnPlatform = (place: string): Promise<WorkspaceCheck> =>
  api.post("/api/workspace/check", { body: { place } })

/** The entries whose name or id has the text, with what holds them; all where there is none. */
export function findEntries(entries: readonly EditableEntry[], text: string): EditableEntry[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === "") return [...entries]
  return entries.flatMap((entry) => {
    if (`${entry.name} ${entry.id}`.toLowerCase().includes(wanted)) return [entry]
    const children = findEntries(entry.children, wanted)
    return children.length > 0 ? [{ ...entry, children }] : []
  })
}

/** How many entries people see of these, with all that they hold. */
export const countShown = (entries: readonly EditableEntry[]): number =>
  entries.reduce(
    (count, entry) => count + (entry.origin === "hidden" ? 0 : 1 + countShown(entry.children)),
    0,
  )
