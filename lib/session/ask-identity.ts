import "server-only"
import { setTimeout as sleep } from "node:timers/promises"
import { ownValue } from "../catalogue"
import type { Claims, IdentityClient } from "./identity-client"
import {
  type IdentityTokens,
  type PersonFacts,
  parseRoles,
  type SessionStore,
  type StoredSession,
  type TokenCipher,
} from "./session"

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

/** Name, e-mail and roles from the identity's claims; name and e-mail that they lack stay as known. */
export const readFacts = (
  claims: Claims,
  roleClaim: string,
  known: Pick<PersonFacts, "name" | "email"> = { name: null, email: null },
): PersonFacts => ({
  name: textOf(claims["name"]) ?? textOf(claims["preferred_username"]) ?? known.name,
  email: textOf(claims["email"]) ?? known.email,
  roles: parseRoles(ownValue(claims, roleClaim)),
})

/** The person as the identity has them now, "ended" where it no longer knows the sign-in, "elsewhere" where another instance has asked and confirms what it hears. */
type IdentityAnswer = PersonFacts | "ended" | "elsewhere"

export interface AskParts {
  readonly store: Pick<SessionStore, "claimRenewal" | "readIdle" | "replaceTokens">
  readonly identity: IdentityClient
  readonly seal: TokenCipher
  readonly roleClaim: string
}

interface Renewed {
  readonly by: "here" | "elsewhere"
  readonly tokens: IdentityTokens
  readonly idToken?: string | undefined
}

const pollMs = 200
const polls = 50

/** Uses the refresh token, which may be good for one use only: one instance does, the others wait for its result. */
async function renewTokens(
  { store, identity, seal }: AskParts,
  { id, tokens: sealed }: StoredSession,
  tokens: IdentityTokens,
): Promise<Renewed | "ended"> {
  if (tokens.refresh === undefined) return "ended"
  for (let poll = 0; poll < polls; poll += 1) {
    if (await store.claimRenewal(id, sealed)) {
      const renewal = await identity.renew(tokens.refresh)
      if (renewal === "refused") return "ended"
      const { access, refresh = tokens.refresh, idToken } = renewal
      const next = { ...tokens, access, refresh }
      await store.replaceTokens(id, sealed, seal.seal(id, next))
      return { by: "here", tokens: next, idToken }
    }
    await sleep(pollMs)
    const current = await store.readIdle(id)
    if (!current) return "ended"
    if (current.tokens !== sealed) {
      const renewed = seal.open(id, current.tokens)
      return renewed ? { by: "elsewhere", tokens: renewed } : "ended"
    }
  }
  throw new Error("The identity's tokens were not renewed in time.")
}

/** What userinfo says, with the access token renewed once where it is no longer accepted. */
async function readUserinfo(
  parts: AskParts,
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
  parts: AskParts,
  session: StoredSession,
): Promise<IdentityAnswer> {
  const tokens = parts.seal.open(session.id, session.tokens)
  if (!tokens) return "ended"
  const byIdToken = tokens.rolesFrom === "id_token"
  if (byIdToken && tokens.refresh !== undefined) {
    const renewed = await renewTokens(parts, session, tokens)
    if (renewed === "ended") return "ended"
    if (renewed.by === "elsewhere") return "elsewhere"
    if (renewed.idToken === undefined) return session
    const claims = await parts.identity.verify(renewed.idToken)
    return claims["sub"] === session.person ? readFacts(claims, parts.roleClaim, session) : "ended"
  }
  const claims = await readUserinfo(parts, session, tokens)
  if (claims === "ended") return "ended"
  if (claims["sub"] !== undefined && claims["sub"] !== session.person) return "ended"
  const facts = readFacts(claims, parts.roleClaim, session)
  return byIdToken ? { ...facts, roles: session.roles } : facts
}
