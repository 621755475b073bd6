import "server-only"
import { setTimeout as sleep } from "node:timers/promises"
import type { Claims, IdentityClient } from "./identity-client"
import { type RoleRule, readRoles } from "./read-roles"
import {
  type IdentityTokens,
  type PersonFacts,
  SessionError,
  type SessionStore,
  type StoredSession,
  type TokenCipher,
} from "./session"

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

/** Name, e-mail and roles from the identity's claims; name and e-mail that they lack stay as known. */
export const readFacts = (
  claims: Claims,
  rule: RoleRule,
  known: Pick<PersonFacts, "name" | "email"> = { name: null, email: null },
): PersonFacts => ({
  name: textOf(claims["name"]) ?? textOf(claims["preferred_username"]) ?? known.name,
  email: textOf(claims["email"]) ?? known.email,
  roles: readRoles(claims, rule),
})

/** The person as the identity has them now, "ended" where it no longer knows the sign-in, "elsewhere" where another instance has asked and confirms what it hears. */
type IdentityAnswer = PersonFacts | "ended" | "elsewhere"

interface IdentityParts extends RoleRule {
  readonly store: Pick<SessionStore, "claimRenewal" | "readIdle" | "replaceTokens">
  readonly identity: IdentityClient
  readonly cipher: TokenCipher
}

interface Renewed {
  readonly by: "here" | "elsewhere"
  readonly tokens: IdentityTokens
  readonly idToken?: string | undefined
}

/** How another instance's result is waited for. */
const elsewhere = { pollMs: 200, polls: 50 } as const

/** Uses the refresh token, which may be good for one use only: one instance does, the others wait for its result. */
async function renewTokens(
  { store, identity, cipher }: IdentityParts,
  { id, tokens: sealed }: StoredSession,
  tokens: IdentityTokens,
): Promise<Renewed | "ended"> {
  if (tokens.refresh === undefined) return "ended"
  for (let poll = 0; poll < elsewhere.polls; poll += 1) {
    if (await store.claimRenewal(id, sealed)) {
      const renewal = await identity.renew(tokens.refresh)
      if (renewal === "refused") return "ended"
      const { access, refresh = tokens.refresh, idToken } = renewal
      const next = { ...tokens, access, refresh }
      await store.replaceTokens(id, sealed, cipher.encrypt(id, next))
      return { by: "here", tokens: next, idToken }
    }
    await sleep(elsewhere.pollMs)
    const current = await store.readIdle(id)
    if (!current) return "ended"
    if (current.tokens !== sealed) {
      const renewed = cipher.decrypt(id, current.tokens)
      return renewed ? { by: "elsewhere", tokens: renewed } : "ended"
    }
  }
  throw new Error("The identity's tokens were not renewed in time.")
}

/** What userinfo says, with the access token renewed once where it is no longer accepted. */
async function readUserinfo(
  parts: IdentityParts,
  session: StoredSession,
  tokens: IdentityTokens,
): Promise<Claims | "ended"> {
  const claims = await parts.identity.readClaims(tokens.access)
  if (claims === "none") return {}
  if (claims !== "refused") return claims
  const renewed = await renewTokens(parts, session, tokens)
  if (renewed === "ended") return "ended"
  const again = await parts.identity.readClaims(renewed.tokens.access)
  return typeof again === "string" ? "ended" : again
}

/** Asks the identity again who this is and what roles they have now; throws where it does not answer. */
export async function askIdentity(
  parts: IdentityParts,
  session: StoredSession,
): Promise<IdentityAnswer> {
  const tokens = parts.cipher.decrypt(session.id, session.tokens)
  if (!tokens) return "ended"
  const byIdToken = tokens.rolesFrom === "id_token"
  if (byIdToken && tokens.refresh !== undefined) {
    const renewed = await renewTokens(parts, session, tokens)
    if (renewed === "ended") return "ended"
    if (renewed.by === "elsewhere") return "elsewhere"
    if (renewed.idToken === undefined) return session
    const claims = await parts.identity.verify(renewed.idToken)
    return claims["sub"] === session.person ? readFacts(claims, parts, session) : "ended"
  }
  const claims = await readUserinfo(parts, session, tokens)
  if (claims === "ended") return "ended"
  if (claims["sub"] !== undefined && claims["sub"] !== session.person) return "ended"
  const facts = readFacts(claims, parts, session)
  return byIdToken ? { ...facts, roles: session.roles } : facts
}

/**
 * How old the identity's word on a person may be, in milliseconds: older than `early` it is asked again in the
 * background, older than `due` before the session is used, and older than `longest` nothing is believed any more.
 */
const ages = { early: 20_000, due: 40_000, max: 600_000 } as const
/** How long an identity that did not answer is left alone. */
const restMs = 5_000

interface ConfirmParts extends IdentityParts {
  readonly store: SessionStore
  /** Milliseconds from any fixed moment. */
  readonly timer: () => number
  /** Called where the person's facts changed (undefined: the session ended). */
  readonly onChange: (id: string) => Promise<void>
  /** Hears of a session that the identity has ended, once of all instances. */
  readonly onDisowned?: ((session: StoredSession) => void) | undefined
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
  const { store, timer, onChange, onDisowned, onFault } = parts
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

  async function confirm(session: StoredSession): Promise<StoredSession | undefined> {
    const started = timer()
    const answer = await askIdentity(parts, session)
    silentSince = undefined
    if (answer === "ended") {
      if (await store.disown(session.id)) onDisowned?.(session)
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

  function confirmOnce(session: StoredSession): Promise<StoredSession | undefined> {
    const confirming =
      underWay.get(session.id) ?? confirm(session).finally(() => underWay.delete(session.id))
    underWay.set(session.id, confirming)
    return confirming
  }

  function noteSilence(error: unknown) {
    silentSince = timer()
    onFault(error)
  }

  return async (session) => {
    const { confirmedMsAgo: age } = session
    if (age < ages.early) return session
    const resting = silentSince !== undefined && timer() - silentSince < restMs
    if (age < ages.due || (silentSince !== undefined && age < ages.max)) {
      if (!resting) confirmOnce(session).catch(noteSilence)
      return session
    }
    try {
      if (resting) throw new Error("The identity did not answer a moment ago.")
      return await confirmOnce(session)
    } catch (error) {
      if (!resting) noteSilence(error)
      if (age < ages.max) return session
      throw new SessionError("identity_unreachable", error)
    }
  }
}
