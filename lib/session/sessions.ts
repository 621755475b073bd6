import "server-only"
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { type AskParts, askIdentity } from "./ask-identity"
import type { SessionConfig } from "./config"
import { createIdentityClient, type Discover } from "./identity-client"
import {
  createTokenCipher,
  type IdentityTokens,
  isSessionError,
  type PersonFacts,
  parseRoles,
  type Role,
  type Session,
  type SessionChanges,
  SessionError,
  type SessionStore,
  type StoredSession,
  showSession,
} from "./session"
import { createSessionMemory } from "./session-memory"

/**
 * How old the identity's word on a person may be, in milliseconds: older than `early` it is asked again in the
 * background, older than `due` before the session is used, and older than `longest` nothing is believed any more.
 */
const ages = { early: 20_000, due: 40_000, longest: 600_000 } as const
const restMs = 5_000
const elsewhere = { pollMs: 200, polls: 50 } as const

interface ConfirmParts extends AskParts {
  readonly store: SessionStore
  /** Milliseconds from any fixed moment. */
  readonly timer: () => number
  /** Called where the person's facts changed (undefined: the session ended). */
  readonly onChange: (id: string) => Promise<void>
  readonly onFault: (error: unknown) => void
}

const sameFacts = (one: PersonFacts, other: PersonFacts) =>
  one.name === other.name &&
  one.email === other.email &&
  one.roles.join(" ") === other.roles.join(" ")

/** Keeps sessions in step with the identity: answers the session as it is now, undefined where it has ended, and throws `SessionError` `identity_unreachable`. */
export function createConfirmation(
  parts: ConfirmParts,
): (session: StoredSession) => Promise<StoredSession | undefined> {
  const { store, timer, onChange, onFault } = parts
  const underWay = new Map<string, Promise<StoredSession | undefined>>()
  let silentSince: number | undefined

  /** What another instance has heard from the identity since this one looked. */
  async function readConfirmed({ id, confirmedMsAgo }: StoredSession) {
    for (let poll = 0; poll < elsewhere.polls; poll += 1) {
      const current = await store.readIdle(id)
      if (!current || current.confirmedMsAgo < confirmedMsAgo) return current
      await sleep(elsewhere.pollMs)
    }
    throw new Error("What another instance heard from the identity did not come in time.")
  }

  async function ask(session: StoredSession): Promise<StoredSession | undefined> {
    const started = timer()
    const answer = await askIdentity(parts, session)
    silentSince = undefined
    if (answer === "ended") {
      await store.disown(session.id)
      await onChange(session.id)
      return undefined
    }
    if (answer === "elsewhere") return readConfirmed(session)
    const { name, email, roles } = answer
    const facts = { name, email, roles }
    await store.confirm(session.id, facts, timer() - started)
    if (!sameFacts(facts, session)) await onChange(session.id)
    return { ...session, ...facts, confirmedMsAgo: timer() - started }
  }

  function askOnce(session: StoredSession): Promise<StoredSession | undefined> {
    const asked =
      underWay.get(session.id) ?? ask(session).finally(() => underWay.delete(session.id))
    underWay.set(session.id, asked)
    return asked
  }

  function noteSilence(error: unknown) {
    silentSince = timer()
    onFault(error)
  }

  return async (session) => {
    const { confirmedMsAgo: age } = session
    if (age < ages.early) return session
    const resting = silentSince !== undefined && timer() - silentSince < restMs
    if (age < ages.due || (silentSince !== undefined && age < ages.longest)) {
      if (!resting) askOnce(session).catch(noteSilence)
      return session
    }
    try {
      if (resting) throw new Error("The identity did not answer a moment ago.")
      return await askOnce(session)
    } catch (error) {
      if (!resting) noteSilence(error)
      if (age < ages.longest) return session
      throw new SessionError("identity_unreachable", error)
    }
  }
}

/** A person who has just signed in at the identity. */
export interface SignIn extends PersonFacts {
  readonly person: string
  readonly tokens: IdentityTokens
}

/** The signed-in people of all instances; each function throws `SessionError` where that cannot be told. */
export interface Sessions {
  /** Begins a session and tells its id; the one that the same browser had before, `replaced`, ends. */
  start(signIn: SignIn, replaced?: string): Promise<string>
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
}

/** How soon an end that could not be stored is tried again. */
const endAgainMs = 2_000

/** Sessions as stored, remembered for ten seconds at most (15 where the store does not answer), and confirmed by the identity within a minute. */
export function createSessions(dependencies: SessionsDependencies): Sessions {
  const { config, discover, store, changes, timer, onFault } = dependencies
  const seal = createTokenCipher(config.secret)
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
  const { roleClaim } = config
  const confirm = createConfirmation({
    store,
    identity,
    seal,
    roleClaim,
    timer,
    onFault,
    onChange: change,
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

  return {
    start: (signIn, replaced) =>
      guard(async () => {
        const id = randomUUID()
        await store.create({ ...signIn, id, tokens: seal.seal(id, signIn.tokens) }, replaced)
        if (replaced !== undefined) await change(replaced)
        return id
      }),
    read: async (id, use) => (unstored.has(id) ? undefined : memory.read(id, use)),
    rolesOf: (person) => guard(() => rolesOf(person)),
    end: (id) =>
      guard(async () => {
        const isKnown = unstored.has(id)
        unstored.add(id)
        await endStored(id).catch((error: unknown) => {
          if (!isKnown) endLater(id)
          throw error
        })
      }),
    endAll: (person) =>
      guard(async () => {
        const ended = await store.endAll(person)
        for (const id of ended) await change(id)
        return ended.length
      }),
  }
}
