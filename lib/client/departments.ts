import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import type { ListOperation, Row } from "@/lib/catalogue"
import { type FetchOptions, fetchOwn, fetchPage } from "./fetcher"
import { firstPageUrl } from "./list-url"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"

const treeDepartmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.string().nullable(),
  type: z.string().nullable(),
  externalId: z.string().nullable(),
  city: z.string().nullable(),
})
const treeSchema = z.object({
  departments: z.array(treeDepartmentSchema).readonly(),
  /** ISO time of the last whole reading of the list; null before the first. */
  asOf: z.string().nullable(),
})
/** The versions of the operation that changes a department, the newest first. */
export const editVersions = ["v1.2", "v1"] as const
const settingsSchema = z.object({
  /** The version of the operation that changes go to. */
  version: z.enum(editVersions),
  /** The platform takes `test` operations; where it does not, the dashboard compares just before it sends. */
  takesTests: z.boolean(),
})

/** A department as the tree shows it. */
export type TreeEntry = z.infer<typeof treeDepartmentSchema>
/** How changes to departments are sent. */
export type EditSettings = z.infer<typeof settingsSchema>

const treeUrl = "/api/departments/tree"
const settingsUrl = "/api/departments/settings"
const minute = 60_000

/** All departments as the dashboard keeps them; asked for again soon while the server is still reading the list. */
export const departmentTreeOptions = () =>
  queryOptions({
    queryKey: queryKeys.departmentTree(),
    queryFn: ({ signal }) => fetchOwn(treeUrl, treeSchema, { signal }),
    ...readOnce,
    staleTime: minute,
    refetchInterval: ({ state: { data } }) => (data && data.asOf === null ? 3000 : false),
  })

/** How changes to departments are sent, for everybody who may read departments. */
export const editSettingsOptions = () =>
  queryOptions({
    queryKey: queryKeys.editSettings(),
    queryFn: ({ signal }) => fetchOwn(settingsUrl, settingsSchema, { signal }),
    ...readOnce,
  })

/** Sets how changes are sent, for administrators; throws `ApiProblem`. */
export async function saveEditSettings(settings: EditSettings): Promise<void> {
  await sendOwn(settingsUrl, { method: "PUT", json: settings })
}

/** One department out of the list that shows them whole, as it is now (`fresh`) or was a moment ago; undefined where there is none. Throws `ApiProblem`. */
export async function fetchDepartment(
  list: ListOperation,
  id: string,
  options?: FetchOptions,
): Promise<Row | undefined> {
  const filters = [{ property: "id", operator: "eq", value: id }] as const
  const url = firstPageUrl(list, {}, { filters, sort: [] })
  return (await fetchPage(url, options)).rows[0]
}
