import "server-only"
import { setTimeout as sleep } from "node:timers/promises"
import { type AskParts, askIdentity } from "./ask-identity"
import { SessionError } from "./session-error"
import type { PersonFacts, SessionStore, StoredSession } from "./session-store"

/**
 * How old the identity's word on a person may be, in milliseconds: older than `early` it is asked again in the
 * background, older than `due` before the session is used, and older than `longest` nothing is believed any more.
 */
const ages = { early: 20_000, due: 40_000, longest: 600_000 } as const
const restMs = 5_000
const elsewhere = { pollMs: 200, polls: 50 } as const

export interface ConfirmParts extends AskParts {
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
