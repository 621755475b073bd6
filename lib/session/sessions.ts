import "server-only"
import { LRUCache } from "lru-cache"
import type { SessionConfig } from "./config"
import { createConfirmation } from "./confirm-session"
import { createIdentityClient, type Discover } from "./identity-client"
import {
  createTokenCipher,
  type HeldSession,
  type IdentityTokens,
  isSessionError,
  newSessionId,
  type PersonFacts,
  type PersonSessions,
  parseRoles,
  type Role,
  type Session,
  type SessionChanges,
  SessionError,
  type SessionStore,
  sessionHandle,
  showSession,
} from "./session"

/** A person who has just signed in at the identity. */
export interface NewSession extends PersonFacts {
  readonly person: string
  readonly tokens: IdentityTokens
  /** What their browser calls itself, of which the first 300 letters are kept. */
  readonly userAgent?: string | undefined
}

/** The signed-in people of all instances; each function throws `SessionError` where that cannot be told. */
export interface Sessions {
  /** Begins a session and tells its id; the one that the same browser had before, `replaced`, ends. */
  start(signIn: NewSession, replaced?: string): Promise<string>
  /** The session of that id, undefined where there is none or it has ended; `use` counts this as a use of it. */
  read(id: string, use: boolean): Promise<Session | undefined>
  /**
   * What a person may be now, also while no page of theirs is open: as the identity has it, asked again
   * within a minute, for as long as a session of theirs lives, used or not. After a sign-out its last word
   * holds until the session would have been over; none where the identity, the person or an administrator
   * has ended all of them.
   */
  rolesOf(person: string): Promise<readonly Role[]>
  /** Ends a session. Where that cannot be stored it throws, is over here all the same, and is stored as soon as it can be. */
  end(id: string): Promise<void>
  /** Ends all sessions of the person with this `sub` and tells how many there were. */
  endAll(person: string): Promise<number>
  /** Ends everybody's sessions but the one of this id, and tells how many there were. */
  endEverybody(but: string | undefined): Promise<number>
  /** Ends a person's other sessions than the one of this id, as signing out of each does, and tells how many there were. */
  endOthers(person: string, but: string | undefined): Promise<number>
  /** Ends the session of a person that this handle names; false where they have none such. */
  endOwn(person: string, handle: string): Promise<boolean>
  /** A person's sessions, the last used first, 200 at most. */
  list(person: string): Promise<readonly HeldSession[]>
  /** Those who are signed in and whose id is this text, or whose name or e-mail has it, the last seen first. */
  findPeople(text: string, limit: number): Promise<readonly PersonSessions[]>
}

/** A session as just read, and milliseconds until it ends unless it is used again. */
interface LoadedSession {
  readonly session: Session
  readonly endsInMs: number
}

const freshMs = 10_000
/** Believed for so long where the store does not answer, so that nobody notices it restart. */
const staleMs = 15_000
const maxSessions = 10_000

interface CachedSession {
  readonly session: Session
  readonly used: boolean
  readonly freshUntil: number
  readonly staleUntil: number
  readonly gaps: number
}

/** Remembers sessions for ten seconds, as long as nothing is heard of them and nothing can have been missed; `load` throws `SessionError`. */
function createSessionMemory({
  load,
  changes,
  timer,
}: {
  readonly load: (id: string, use: boolean) => Promise<LoadedSession | undefined>
  readonly changes: SessionChanges
  readonly timer: () => number
}) {
  const cached = new LRUCache<string, CachedSession>({ max: maxSessions })
  const underWay = new Map<string, Promise<Session | undefined>>()
  let gaps = 0

  function forget(id: string) {
    cached.delete(id)
    underWay.delete(`${id} true`)
    underWay.delete(`${id} false`)
  }
  changes.onChange(forget)
  changes.onGap(() => {
    gaps += 1
    underWay.clear()
  })

  function remember(id: string, used: boolean, loaded: LoadedSession | undefined) {
    cached.delete(id)
    if (!loaded) return
    const { session, endsInMs } = loaded
    const freshUntil = timer() + Math.min(freshMs, endsInMs)
    const staleUntil = timer() + Math.min(staleMs, endsInMs)
    cached.set(id, { session, used, freshUntil, staleUntil, gaps })
  }

  /** What was forgotten while it was being read is not remembered. */
  function loadOnce(id: string, use: boolean): Promise<Session | undefined> {
    const key = `${id} ${use}`
    const running = underWay.get(key)
    if (running) return running
    const isCurrent = () => underWay.get(key) === reading
    const reading = load(id, use)
      .then((loaded) => {
        if (isCurrent()) remember(id, use, loaded)
        return loaded?.session
      })
      .finally(() => {
        if (isCurrent()) underWay.delete(key)
      })
    underWay.set(key, reading)
    return reading
  }

  return {
    forget,
    /** The session, remembered or read; many who ask at once cost one read. */
    async read(id: string, use: boolean): Promise<Session | undefined> {
      const found = cached.get(id)
      const isFresh = found?.gaps === gaps && timer() < found.freshUntil
      if (found && isFresh && (found.used || !use)) return found.session
      return loadOnce(id, use).catch((error) => {
        const stale = cached.get(id)
        const isUnavailable = isSessionError(error) && error.code === "store_unavailable"
        if (stale && isUnavailable && timer() < stale.staleUntil) return stale.session
        throw error
      })
    },
  }
}

interface SessionsDependencies {
  readonly config: SessionConfig
  readonly discover: Discover
  readonly store: SessionStore
  readonly changes: SessionChanges
  /** Milliseconds from any fixed moment, such as `performance.now`. */
  readonly timer: () => number
  /** Hears why the identity or the store did not answer. */
  readonly onFault: (error: unknown) => void
  /** Hears of a session that the identity has ended. */
  readonly onDisowned?: ((session: Session) => void) | undefined
}

const maxUserAgent = 300

/** How soon an end that could not be stored is tried again. */
const endAgainMs = 2_000

/** Sessions as stored, remembered for ten seconds at most (15 where the store does not answer), and confirmed by the identity within a minute. */
export function createSessions(dependencies: SessionsDependencies): Sessions {
  const { config, discover, store, changes, timer, onFault } = dependencies
  const cipher = createTokenCipher(config)
  async function change(id: string) {
    memory.forget(id)
    await changes.announce(id).catch(onFault)
  }

  async function guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isSessionError(error)) throw error
      onFault(error)
      throw new SessionError("store_unavailable", error)
    }
  }

  const identity = createIdentityClient(config, discover)
  const { roleClaim, roleMap } = config
  const confirm = createConfirmation({
    store,
    identity,
    cipher,
    roleClaim,
    roleMap,
    timer,
    onFault,
    onChange: change,
    onDisowned: (session) => dependencies.onDisowned?.(showSession(session)),
  })

  async function load(id: string, use: boolean) {
    const stored = await store.read(id, use)
    const confirmed = stored && (await confirm(stored))
    return confirmed && { session: showSession(confirmed), endsInMs: confirmed.endsInMs }
  }

  /** A session that the identity ends meanwhile leaves the others. */
  async function rolesOf(person: string): Promise<readonly Role[]> {
    for (;;) {
      const newest = await store.readNewest(person)
      if (!newest) return []
      const confirmed = newest.hasEnded ? newest : await confirm(newest)
      if (confirmed) return parseRoles(confirmed.roles)
    }
  }

  const memory = createSessionMemory({
    changes,
    timer,
    load: (id, use) => guard(() => load(id, use)),
  })

  /** Sessions that somebody ended while the store did not answer. */
  const unstored = new Set<string>()
  async function endStored(id: string): Promise<void> {
    await store.end(id)
    unstored.delete(id)
    await change(id)
  }
  function endLater(id: string) {
    const again = () => endStored(id).catch(() => endLater(id))
    setTimeout(again, endAgainMs).unref()
  }

  const end = (id: string) =>
    guard(async () => {
      const isKnown = unstored.has(id)
      unstored.add(id)
      await endStored(id).catch((error: unknown) => {
        if (!isKnown) endLater(id)
        throw error
      })
    })

  const readUsable = (person: string) =>
    guard(async () => (await store.list(person)).filter(({ id }) => !unstored.has(id)))

  /** Ends many at once, and tells every instance of each. */
  const endMany = (work: () => Promise<readonly string[]>) =>
    guard(async () => {
      const ended = await work()
      for (const id of ended) memory.forget(id)
      for (const id of ended) await change(id)
      return ended.length
    })

  return {
    start: (signIn, replaced) =>
      guard(async () => {
        const id = newSessionId()
        const tokens = cipher.encrypt(id, signIn.tokens)
        const userAgent = signIn.userAgent?.slice(0, maxUserAgent)
        await store.create({ ...signIn, id, tokens, userAgent }, replaced)
        if (replaced !== undefined) await change(replaced)
        return id
      }),
    read: async (id, use) => (unstored.has(id) ? undefined : memory.read(id, use)),
    rolesOf: (person) => guard(() => rolesOf(person)),
    end,
    endAll: (person) => endMany(() => store.endAll(person)),
    endEverybody: (but) => endMany(() => store.endEverybody(but)),
    endOthers: (person, but) => endMany(() => store.endOthers(person, but)),
    async endOwn(person, handle) {
      const found = (await readUsable(person)).find(({ id }) => sessionHandle(id) === handle)
      if (found) await end(found.id)
      return found !== undefined
    },
    list: async (person) =>
      (await readUsable(person)).map(({ id, ...use }) => ({ ...use, handle: sessionHandle(id) })),
    findPeople: (text, limit) => guard(() => store.findPeople(text, limit)),
  }
}
