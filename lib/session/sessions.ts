import "server-only"
import { randomUUID } from "node:crypto"
import type { SessionConfig } from "./config"
import { createConfirmation } from "./confirm-session"
import { createIdentityClient } from "./identity-client"
import { type Session, showSession } from "./session"
import type { SessionChanges } from "./session-changes"
import { isSessionError, SessionError } from "./session-error"
import { createSessionMemory } from "./session-memory"
import type { PersonFacts, SessionStore } from "./session-store"
import { createTokenSeal, type IdentityTokens } from "./token-seal"

/** A person who has just signed in at the identity. */
export interface SignIn extends PersonFacts {
  readonly person: string
  readonly tokens: IdentityTokens
}

/** The signed-in people of all instances; each function throws `SessionError` where that cannot be told. */
export interface Sessions {
  /** Begins a session and tells its id. */
  start(signIn: SignIn): Promise<string>
  /** The session of that id, undefined where there is none or it has ended; `use` counts this as a use of it. */
  read(id: string, use: boolean): Promise<Session | undefined>
  end(id: string): Promise<void>
  /** Ends all sessions of the person with this `sub` and tells how many there were. */
  endAll(person: string): Promise<number>
}

export interface SessionsDependencies {
  readonly config: SessionConfig
  readonly store: SessionStore
  readonly changes: SessionChanges
  /** Milliseconds from any fixed moment, such as `performance.now`. */
  readonly timer: () => number
  /** Hears why the identity or the store did not answer. */
  readonly onFault: (error: unknown) => void
}

/** Sessions as stored, remembered for ten seconds at most (15 where the store does not answer), and confirmed by the identity within a minute. */
export function createSessions(dependencies: SessionsDependencies): Sessions {
  const { config, store, changes, timer, onFault } = dependencies
  const seal = createTokenSeal(config.secret)
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

  const identity = createIdentityClient(config, timer)
  const { roleClaim } = config
  const confirm = createConfirmation({
    ...{ store, identity, seal, roleClaim, timer, onFault },
    onChange: change,
  })

  async function load(id: string, use: boolean) {
    const stored = await store.read(id, use)
    const confirmed = stored && (await confirm(stored))
    return confirmed && { session: showSession(confirmed), endsInMs: confirmed.endsInMs }
  }

  const memory = createSessionMemory({
    ...{ changes, timer },
    load: (id, use) => guard(() => load(id, use)),
  })

  return {
    start: (signIn) =>
      guard(async () => {
        const id = randomUUID()
        await store.create({ ...signIn, id, tokens: seal.seal(id, signIn.tokens) })
        return id
      }),
    read: memory.read,
    end: (id) =>
      guard(async () => {
        await store.end(id)
        await change(id)
      }),
    endAll: (person) =>
      guard(async () => {
        const ended = await store.endAll(person)
        for (const id of ended) await change(id)
        return ended.length
      }),
  }
}
