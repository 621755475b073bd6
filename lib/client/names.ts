import { queryOptions } from "@tanstack/react-query"
import type { DepartmentNames, UploadedNames, UserNamesUpload } from "@/lib/contract"
import { api, apiOptions } from "./api"
import { createNameStore } from "./name-store"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"
import { onShown, readShown } from "./shown-people"

export type { UploadedNames, UserNamesUpload }

const minute = 60_000

interface NamesQuery {
  readonly state: { readonly data: DepartmentNames | undefined }
}

/** The names of all departments by id; asked for again soon while the server is still reading the list. */
export const departmentNamesOptions = () => ({
  ...apiOptions("/api/names/departments"),
  ...readOnce,
  staleTime: 5 * minute,
  refetchInterval: ({ state: { data } }: NamesQuery) =>
    data && data.asOf === undefined ? 5000 : false,
})

/** Looks up the names of at most 1,000 users, of those that the page has shown where others are not told. */
const lookUp = (ids: readonly string[]) =>
  api.post("/api/names/users/lookup", { body: { ids, shown: readShown() } })

/** How many letters a text has at least by which names are searched. */
export const minLetters = 3

/** The first uploaded names that hold a text, in any letter case; for HR managers and administrators. */
export const foundUsersOptions = (text: string) =>
  queryOptions({
    queryKey: queryKeys.foundUsers(text),
    async queryFn() {
      const { names } = await api.post("/api/names/users/lookup", { body: { text } })
      return { users: Object.entries(names).map(([id, name]) => ({ id, name })) }
    },
    ...readOnce,
    staleTime: minute,
  })

/** The names of users, as far as this page has needed them. */
export const userNames = createNameStore(lookUp)
onShown(userNames.retry)

/** How many names an administrator brought, and when; for administrators. */
export const userNamesUploadOptions = () => ({ ...apiOptions("/api/names/users"), ...readOnce })

/** Puts a CSV file's names in the place of all; with `takesGood` faulty rows are left out. Throws `ApiProblem` with an error for each line. */
export async function uploadUserNames(file: Blob, takesGood: boolean): Promise<UploadedNames> {
  const query = takesGood ? ({ take: "good" } as const) : {}
  const uploaded = await api.put("/api/names/users", { query, file })
  userNames.forget()
  return uploaded
}

/** Removes all names of users; throws `ApiProblem`. */
export async function removeUserNames(): Promise<void> {
  await api.delete("/api/names/users")
  userNames.forget()
}
