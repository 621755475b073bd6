import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { errorSchema } from "./api-problem"
import { fetchOwn } from "./fetcher"
import { createNameStore } from "./name-store"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"

const namesSchema = z.record(z.string(), z.string())
const departmentsSchema = z.object({ names: namesSchema, asOf: z.string().optional() })
const lookupSchema = z.object({ names: namesSchema, known: z.number() })
const uploadSchema = z.object({
  count: z.number(),
  uploadedAt: z.number().optional(),
  uploadedBy: z.string().nullable().optional(),
  /** The most that a file may hold. */
  limits: z.object({ rows: z.number(), bytes: z.number() }),
})
const importedSchema = z.object({
  count: z.number(),
  errors: z.array(errorSchema),
})

const minute = 60_000

/** The names of all departments by id; asked for again soon while the server is still reading the list. */
export const departmentNamesOptions = () =>
  queryOptions({
    queryKey: queryKeys.departmentNames(),
    queryFn: ({ signal }) => fetchOwn("/api/names/departments", departmentsSchema, { signal }),
    ...readOnce,
    staleTime: 5 * minute,
    refetchInterval: ({ state: { data } }) => (data && data.asOf === undefined ? 5000 : false),
  })

/** Looks up the names of at most 1,000 users. */
async function lookUp(ids: readonly string[]) {
  const json = { ids }
  return lookupSchema.parse(await sendOwn("/api/names/users/lookup", { method: "POST", json }))
}

/** The names of users, as far as this page has needed them. */
export const userNames = createNameStore(lookUp)

/** How many names an administrator brought, and when; for administrators. */
export const userNamesUploadOptions = () =>
  queryOptions({
    queryKey: queryKeys.userNamesUpload(),
    queryFn: ({ signal }) => fetchOwn("/api/names/users", uploadSchema, { signal }),
    ...readOnce,
  })

/** Puts a CSV file's names in the place of all; with `takesGood` faulty rows are left out. Throws `ApiProblem` with an error for each line. */
export async function uploadUserNames(csv: Blob, takesGood: boolean) {
  const url = `/api/names/users${takesGood ? "?take=good" : ""}`
  const imported = importedSchema.parse(await sendOwn(url, { method: "PUT", csv }))
  userNames.forget()
  return imported
}

/** Removes all names of users; throws `ApiProblem`. */
export async function removeUserNames(): Promise<void> {
  await sendOwn("/api/names/users", { method: "DELETE" })
  userNames.forget()
}
