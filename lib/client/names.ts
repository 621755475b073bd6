import { queryOptions } from "@tanstack/react-query"
import type { WorkspaceEntry } from "@/lib/catalogue"
import type {
  DepartmentNames,
  FoundNames,
  UploadedNames,
  UserDetails,
  UserNamesUpload,
} from "@/lib/contract"
import { api, apiOptions } from "./api"
import { readOnce } from "./queries"
import { queryKeys } from "./query-keys"

/** Names that are looked up when something that is shown first needs them. */
interface NameStore {
  /** The name where it is known by now; an id that was never asked for is asked for soon. */
  read(id: string): string | undefined
  /** Asks for ids that were never asked for, and waits until their names are known. */
  load(ids: readonly string[]): Promise<void>
  /** What is known of them beside the name, where the name is known by now. */
  detailsOf(id: string): UserDetails | undefined
  /** Calls the listener when names have arrived; answers how to stop. */
  subscribe(listener: () => void): () => void
  /** A number that grows whenever names have arrived. */
  version(): number
  /** Looks everything up anew when it is needed again. */
  forget(): void
}

const atOnce = 800
const gatherMs = 20
/** How long nothing is looked up after there were no names at all, or no answer. */
const restMs = 60_000

/** Gathers what is needed within 20 ms into one look-up of at most 800 ids; each id is asked for once. */
export function createNameStore(
  lookUp: (ids: readonly string[]) => Promise<FoundNames>,
  clock: () => number = () => performance.now(),
): NameStore {
  const names = new Map<string, string>()
  const details = new Map<string, UserDetails>()
  const requested = new Set<string>()
  const listeners = new Set<() => void>()
  let wanted: string[] = []
  let version = 0
  let restUntil = Number.NEGATIVE_INFINITY

  const rest = (ids: readonly string[]) => {
    for (const id of ids) requested.delete(id)
    restUntil = clock() + restMs
  }

  async function request(ids: readonly string[]) {
    const found = await lookUp(ids).catch(() => undefined)
    if (!found || found.known === 0) return rest(ids)
    for (const [id, name] of Object.entries(found.names)) names.set(id, name)
    for (const [id, known] of Object.entries(found.details ?? {})) details.set(id, known)
    notify()
  }

  function notify() {
    version += 1
    for (const listener of listeners) listener()
  }

  async function requestAll(ids: readonly string[]) {
    const starts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, at) => at * atOnce)
    await Promise.all(starts.map((start) => request(ids.slice(start, start + atOnce))))
  }

  function requestWanted() {
    const ids = wanted
    wanted = []
    void requestAll(ids)
  }

  return {
    read(id) {
      const isNew = !requested.has(id) && clock() >= restUntil
      if (isNew) {
        requested.add(id)
        if (wanted.push(id) === 1) setTimeout(requestWanted, gatherMs)
      }
      return names.get(id)
    },
    async load(ids) {
      const fresh = [...new Set(ids)].filter((id) => !requested.has(id))
      if (clock() < restUntil) return
      for (const id of fresh) requested.add(id)
      await requestAll(fresh)
    },
    detailsOf: (id) => details.get(id),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    version: () => version,
    forget() {
      names.clear()
      details.clear()
      requested.clear()
      restUntil = Number.NEGATIVE_INFINITY
      version += 1
    },
  }
}

export type { UploadedNames, UserDetails, UserNamesUpload }

/** What tells people of one name apart: “Store manager, Aarhus C”. */
export const describePerson = ({ title, department }: UserDetails = {}): string | undefined =>
  [title, department].filter((part) => part !== undefined).join(", ") || undefined

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

/** The names by id in entries of the workspace, at any depth. */
export function namesById(entries: readonly WorkspaceEntry[], names = new Map<string, string>()) {
  for (const { id, name, children } of entries) {
    names.set(id, name)
    namesById(children, names)
  }
  return names
}

/** The workspace as far as the person may read of it. */
export const workspaceNamesOptions = () => ({
  ...apiOptions("/api/workspace/names"),
  ...readOnce,
  staleTime: 5 * minute,
})

/** Looks up the names of at most 1,000 users. */
const lookUp = (ids: readonly string[]) => api.post("/api/names/users/lookup", { body: { ids } })

/** How many letters a text has at least by which names are searched. */
export const minLetters = 3

/** The first users whose uploaded name, email or title holds a text, in any letter case; for HR managers and administrators. */
export const foundUsersOptions = (text: string) =>
  queryOptions({
    queryKey: queryKeys.foundUsers(text),
    async queryFn() {
      const { names, details } = await api.post("/api/names/users/lookup", { body: { text } })
      const users = Object.entries(names).map(([id, name]) => ({
        id,
        name,
        note: describePerson(details?.[id]),
      }))
      return { users }
    },
    ...readOnce,
    staleTime: minute,
  })

/** The names of users, as far as this page has needed them. */
export const userNames = createNameStore(lookUp)

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
