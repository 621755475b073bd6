import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { errorShape } from "./api-problem"
import { fetchOwn } from "./fetcher"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"
import type { Shaped } from "./shape"

const origins = ["file", "renamed", "added", "hidden"] as const

/** An entry of the workspace as administrators edit it. */
export interface EditableEntry {
  /** Keys and ids from the root. */
  readonly place: string
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
  /** Where it comes from; `hidden` stands in the file but is not shown. */
  readonly origin: (typeof origins)[number]
  readonly children: readonly EditableEntry[]
}

const entrySchema: z.ZodType<EditableEntry> = z.lazy(() =>
  z.object({
    place: z.string(),
    kind: z.string(),
    id: z.string(),
    name: z.string(),
    unit: z.string().optional(),
    origin: z.enum(origins),
    children: z.array(entrySchema),
  }),
)
const workspaceSchema = z.object({ entries: z.array(entrySchema) })
const importSchema = z.object({
  added: z.number(),
  renamed: z.number(),
  unchanged: z.number(),
  errors: z.array(
    z.custom<Shaped<typeof errorShape>>((value) => errorShape.safeParse(value).success),
  ),
})
const checkSchema = z.object({
  result: z.enum(["exists", "not_found", "no_access", "feature_off", "unclear"]),
  code: z.string().optional(),
  retryAfter: z.number().optional(),
  through: z.string().optional(),
})

/** What an import did, and which rows were left out. */
export type WorkspaceImport = z.infer<typeof importSchema>

/** What the platform says of an entry. */
export type WorkspaceCheck = z.infer<typeof checkSchema>

/** What an administrator gives an entry. */
export interface EntryFields {
  readonly id: string
  readonly name: string
  readonly unit?: string
}

const url = "/api/workspace"

/** Where the workspace is to be had as a file. */
export const workspaceExportUrl = `${url}/export`

/** The whole workspace with what is hidden; for administrators. */
export const workspaceOptions = () =>
  queryOptions({
    queryKey: queryKeys.workspace(),
    queryFn: async ({ signal }) => (await fetchOwn(url, workspaceSchema, { signal })).entries,
    ...readOnce,
  })

/** Adds an entry below a place, "" for the root; throws `ApiProblem` with an error for each field. */
export async function addEntry(parent: string, kind: string, entry: EntryFields): Promise<void> {
  await sendOwn(url, { method: "POST", json: { parent, kind, entry } })
}

/** Names an entry anew; a unit of null is none. Throws `ApiProblem`. */
export async function renameEntry(
  place: string,
  fields: { readonly name: string; readonly unit?: string | null },
): Promise<void> {
  await sendOwn(url, { method: "PATCH", json: { place, ...fields } })
}

/** Shows an entry as the file has it; throws `ApiProblem`. */
export async function restoreEntry(place: string): Promise<void> {
  await sendOwn(url, { method: "PATCH", json: { place, restore: true } })
}

/** Takes an entry away with all that it holds; throws `ApiProblem`. */
export async function removeEntry(place: string): Promise<void> {
  await sendOwn(`${url}?${new URLSearchParams({ place })}`, { method: "DELETE" })
}

/** Adds and names what a workspace file names; with `takesGood` faulty rows are left out. Throws `ApiProblem` with an error for each row. */
export const importWorkspace = async (
  file: unknown,
  takesGood: boolean,
): Promise<WorkspaceImport> =>
  importSchema.parse(
    await sendOwn(`${url}${takesGood ? "?take=good" : ""}`, { method: "PUT", json: file }),
  )

/** Asks the platform whether it knows an entry; one call. Throws `ApiProblem`. */
export const checkEntry = async (place: string): Promise<WorkspaceCheck> =>
  checkSchema.parse(await sendOwn(`${url}/check`, { method: "POST", json: { place } }))
