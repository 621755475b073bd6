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

/** Names that are loaded on demand, when something visible first needs them. */
interface NameStore {
  /** The name, if known; an id that was never requested is scheduled for loading. */
  read(id: string): string | undefined
  /** Loads ids that were never requested, and waits for all their names. */
  load(ids: readonly string[]): Promise<void>
  /** Details beside the name, if the name is known. */
  detailsOf(id: string): UserDetails | undefined
  /** Calls the listener when names have arrived; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** A counter that grows whenever names arrive. */
  version(): number
  /** Clears the cache, so that names are loaded again when needed. */
  forget(): void
}

const atOnce = 800
const gatherMs = 20
/** How long lookups pause after an empty result or a failure. */
const restMs = 60_000

/** Batches lookups within 20 ms into requests of at most 800 ids; each id is requested once. */
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

/** Distinguishes people with the same name: “Store manager, Aarhus C”. */
export const describePerson = ({ title, department }: UserDetails = {}): string | undefined =>
  [title, department].filter((part) => part !== undefined).join(", ") || undefined

const minute = 60_000

interface NamesQuery {
  readonly state: { readonly data: DepartmentNames | undefined }
}

/** The names of all departments by id; polled while the server reads the list. */
export const departmentNamesOptions = () => ({
  ...apiOptions("/api/names/departments"),
  ...readOnce,
  staleTime: 5 * minute,
  refetchInterval: ({ state: { data } }: NamesQuery) =>
    data && data.asOf === undefined ? 5000 : false,
})

/** The names of workspace entries by id, at any depth. */
export function namesById(entries: readonly WorkspaceEntry[], names = new Map<string, string>()) {
  for (const { id, name, children } of entries) {
    names.set(id, name)
    namesById(children, names)
  }
  return names
}

/** The part of the workspace that the person may read. */
export const workspaceNamesOptions = () => ({
  ...apiOptions("/api/workspace/names"),
  ...readOnce,
  staleTime: 5 * minute,
})

/** Looks up the names of at most 1,000 users. */
const lookUp = (ids: readonly string[]) => api.post("/api/names/users/lookup", { body: { ids } })

/** The minimum number of letters in a name search. */
export const minLetters = 3

/**
 * The first users whose uploaded name, email or title contains a text, ignoring case; for HR
 * managers and administrators.
 */
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

/** The names of users that this page has needed so far. */
export const userNames = createNameStore(lookUp)

/** The number of uploaded names, and the time of the upload; for administrators. */
export const userNamesUploadOptions = () => ({ ...apiOptions("/api/names/users"), ...readOnce })

/** A CSV file of names, and what each of its columns holds: `name,,id`. */
export interface NamesFile {
  readonly file: Blob
  readonly columns: string
}

/** All names of a file, only those of its valid lines, or none as a preview. */
export type NamesTaken = "preview" | "all" | "good"

/** Query parameters that say which names of a file to save. */
export const howToTake = {
  preview: { preview: "true" },
  all: {},
  good: { take: "good" },
} as const satisfies Record<NamesTaken, object>

/** Replaces all names with those of a file. Throws `ApiProblem` with an error per line. */
export async function uploadUserNames(
  { file, columns }: NamesFile,
  taken: NamesTaken,
): Promise<UploadedNames> {
  const query = { ...howToTake[taken], columns }
  const uploaded = await api.put("/api/names/users", { query, file })
  if (taken !== "preview") userNames.forget()
  return uploaded
}

/** Removes all names of users; throws `ApiProblem`. */
export async function removeUserNames(): Promise<void> {
  await api.delete("/api/names/users")
  userNames.forget()
}
