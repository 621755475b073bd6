import type { ListOperation, Row } from "@/lib/catalogue"
import type { DepartmentTree, EditSettings, TreeEntry } from "@/lib/contract"
import { type FetchOptions, fetchPage } from "./answers"
import { api, apiOptions } from "./api"
import { firstPageUrl } from "./list-url"
import { readOnce } from "./queries"

/** The record type with its own editor. */
export const departmentRecord = "department"

export const departmentHref = (id: string): string => `/organisation/${encodeURIComponent(id)}`

export type { DepartmentTree, EditSettings, TreeEntry }

/** The versions of the operation that changes a department, newest first. */
export const editVersions = ["v1.2", "v1"] as const satisfies readonly EditSettings["version"][]

const minute = 60_000

interface TreeQuery {
  readonly state: { readonly data: DepartmentTree | undefined }
}

/** The dashboard's copy of all departments; polled while the server reads the list. */
export const departmentTreeOptions = () => ({
  ...apiOptions("/api/departments/tree"),
  ...readOnce,
  staleTime: minute,
  refetchInterval: ({ state: { data } }: TreeQuery) => (data && data.asOf === null ? 3000 : false),
})

/** How changes to departments are sent, for everyone who may read departments. */
export const editSettingsOptions = () => ({
  ...apiOptions("/api/departments/settings"),
  ...readOnce,
})

/** Sets how changes are sent, for administrators; throws `ApiProblem`. */
export const saveEditSettings = (body: EditSettings): Promise<EditSettings> =>
  api.put("/api/departments/settings", { body })

/**
 * One department from the list of complete ones, current (`fresh`) or briefly cached; undefined if
 * it does not exist. Throws `ApiProblem`.
 */
export async function fetchDepartment(
  list: ListOperation,
  id: string,
  options?: FetchOptions,
): Promise<Row | undefined> {
  const filters = [{ property: "id", operator: "eq", value: id }] as const
  const url = firstPageUrl(list, {}, { filters, sort: [] })
  return (await fetchPage(url, options)).rows[0]
}
