import { queryOptions } from "@tanstack/react-query"
import { errorShape } from "./api-problem"
import { fetchOwn } from "./fetcher"
import { createNameStore } from "./name-store"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"
import { sendOwn } from "./send-own"
import { listOf, maybe, nullable, number, shape, text as textShape, valuesOf } from "./shape"
import { onShown, readShown } from "./shown-people"

const names = valuesOf(textShape)
const departmentsShape = shape({ names, asOf: maybe(textShape) })
const lookupShape = shape({ names, known: number })
const uploadShape = shape({
  count: number,
  uploadedAt: maybe(number),
  uploadedBy: maybe(nullable(textShape)),
  /** The most that a file may hold. */
  limits: shape({ rows: number, bytes: number }),
})
const importedShape = shape({ count: number, errors: listOf(errorShape) })

const minute = 60_000

/** The names of all departments by id; asked for again soon while the server is still reading the list. */
export const departmentNamesOptions = () =>
  queryOptions({
    queryKey: queryKeys.departmentNames(),
    queryFn: ({ signal }) => fetchOwn("/api/names/departments", departmentsShape, { signal }),
    ...readOnce,
    staleTime: 5 * minute,
    refetchInterval: ({ state: { data } }) => (data && data.asOf === undefined ? 5000 : false),
  })

/** Looks up the names of at most 1,000 users, of those that the page has shown where others are not told. */
async function lookUp(ids: readonly string[]) {
  const json = { ids, shown: readShown() }
  return lookupShape.read(await sendOwn("/api/names/users/lookup", { method: "POST", json }))
}

/** How many letters a text has at least by which names are searched. */
export const minLetters = 3

/** The first uploaded names that hold a text, in any letter case; for HR managers and administrators. */
export const foundUsersOptions = (text: string) =>
  queryOptions({
    queryKey: queryKeys.foundUsers(text),
    async queryFn() {
      const json = { text }
      const { names } = lookupShape.read(
        await sendOwn("/api/names/users/lookup", { method: "POST", json }),
      )
      return { users: Object.entries(names).map(([id, name]) => ({ id, name })) }
    },
    ...readOnce,
    staleTime: minute,
  })

/** The names of users, as far as this page has needed them. */
export const userNames = createNameStore(lookUp)
onShown(userNames.retry)

/** How many names an administrator brought, and when; for administrators. */
export const userNamesUploadOptions = () =>
  queryOptions({
    queryKey: queryKeys.userNamesUpload(),
    queryFn: ({ signal }) => fetchOwn("/api/names/users", uploadShape, { signal }),
    ...readOnce,
  })

/** Puts a CSV file's names in the place of all; with `takesGood` faulty rows are left out. Throws `ApiProblem` with an error for each line. */
export async function uploadUserNames(csv: Blob, takesGood: boolean) {
  const url = `/api/names/users${takesGood ? "?take=good" : ""}`
  const imported = importedShape.read(await sendOwn(url, { method: "PUT", csv }))
  userNames.forget()
  return imported
}

/** Removes all names of users; throws `ApiProblem`. */
export async function removeUserNames(): Promise<void> {
  await sendOwn("/api/names/users", { method: "DELETE" })
  userNames.forget()
}
