import type { ListOperation, Row } from "@/lib/catalogue"
import type { DepartmentTree, EditSettings, TreeEntry } from "@/lib/contract"
import { type FetchOptions, fetchPage } from "./answers"
import { api, apiOptions } from "./api"
import { firstPageUrl } from "./list-url"
import { readOnce } from "./queries"

/** The records that have an editor of their own. */
export const departmentRecord = "department"

/** The address of a department's own page. */
export const departmentHref = (id: string): string => `/organisation/${encodeURIComponent(id)}`

export type { DepartmentTree, EditSettings, TreeEntry }

/** The versions of the operation that changes a department, the newest first. */
export const editVersions = ["v1.2", "v1"] as const satisfies readonly EditSettings["version"][]

const minute = 60_000

interface TreeQuery {
  readonly state: { readonly data: DepartmentTree | undefined }
}

/** All departments as the dashboard keeps them; asked for again soon while the server is still reading the list. */
export const departmentTreeOptions = () => ({
  ...apiOptions("/api/departments/tree"),
  ...readOnce,
  staleTime: minute,
  refetchInterval: ({ state: { data } }: TreeQuery) => (data && data.asOf === null ? 3000 : false),
})

/** How changes to departments are sent, for everybody who may read departments. */
export const editSettingsOptions = () => ({
  ...apiOptions("/api/departments/settings"),
  ...readOnce,
})

/** Sets how changes are sent, for administrators; throws `ApiProblem`. */
export const saveEditSettings = (body: EditSettings): Promise<EditSettings> =>
  api.put("/api/departments/settings", { body })

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
