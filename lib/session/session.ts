import "server-only"
import { hash } from "node:crypto"
import { type Domain, type Role, type RowScope, readableDomains, roles } from "../catalogue"

export { type Role, roles }

const sights = new Map<string, { domains: ReadonlySet<Domain>; visibility: string }>()

/** What people of these roles may read, worked out once for each set of roles. */
function sightOf(held: readonly Role[]) {
  const name = held.join(" ")
  const known = sights.get(name)
  if (known) return known
  const domains = new Set<Domain>(held.flatMap((role) => readableDomains[role]))
  const sight = { domains, visibility: [...domains].toSorted().join(" ") }
  sights.set(name, sight)
  return sight
}

/** The domains that people of these roles may read (architecture "Contracts", roles); none without a role. */
export const domainsOf = (held: readonly Role[]): ReadonlySet<Domain> => sightOf(held).domains

/** The roles whose people may read a domain. */
export const readersOf = (domain: Domain): readonly Role[] =>
  roles.filter((role) => domainsOf([role]).has(domain))

/** Whether people of these roles may change departments and the workspace. */
export const mayWrite = (held: readonly Role[]): boolean => held.includes("admin")

/** Whether people of these roles may know the name of everybody; others know those of whom they are shown. */
export const knowsNames = (held: readonly Role[]): boolean =>
  held.includes("hr") || held.includes("admin")

/** What a person sees, as text: equal for people who may read the same domains. */
export const visibilityOf = (held: readonly Role[]): string => sightOf(held).visibility

/** Whose rows a person sees of what they may read, decided here alone: today everybody sees all. */
export const rowScopeOf = (_session: {
  readonly sub: string
  readonly roles: readonly Role[]
}): RowScope => "all"

/** Stands among a stored session's roles where the identity sent no groups because they are too many. */
export const groupsOverage = "groups_overage"

/** The known roles of a claim, which is a list or a text of names separated by commas or spaces. */
export function parseRoles(claim: unknown): Role[] {
  const names = typeof claim === "string" ? claim.split(/[\s,]+/) : claim
  return Array.isArray(names) ? roles.filter((role) => names.includes(role)) : []
}

/** Why it cannot be told whether a session lives: the identity has not answered for ten minutes, or the store does not answer. */
type SessionErrorCode = "identity_unreachable" | "store_unavailable"

/** A session that can be neither confirmed nor denied at the moment; the person is not signed out by it. */
export class SessionError extends Error {
  override name = "SessionError"

  constructor(
    readonly code: SessionErrorCode,
    cause?: unknown,
  ) {
    super(code, { cause })
  }
}

/** True for a `SessionError` of any copy of this module: Next bundles one for pages and one for handlers. */
export const isSessionError = (error: unknown): error is SessionError =>
  error instanceof Error && error.name === "SessionError" && "code" in error

/** What the identity said of a person when it was last asked. */
export interface PersonFacts {
  readonly name: string | null
  readonly email: string | null
  readonly roles: readonly string[]
}

const keyLength = 22

/** What tells a person from others where their id shall not stand, such as in a header. */
export const personKey = (sub: string): string =>
  hash("sha256", sub, "base64url").slice(0, keyLength)

/**
 * When a session ends, in seconds: after sign-in whatever happens, after sign-in where the identity gives no
 * refresh token, so that nobody keeps roles that cannot be read again, and after it was last used.
 */
export const sessionLimits = {
  absoluteSeconds: 8 * 60 * 60,
  withoutRefreshSeconds: 15 * 60,
  idleSeconds: 30 * 60,
} as const

/** A signed-in person, as pages and handlers see them; nothing in it opens the platform or the identity. */
export interface Session {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  readonly roles: readonly Role[]
  /** The identity sent no groups, because they are too many. */
  readonly lacksGroups?: true
  /** When it ends at the latest, in milliseconds since 1970. */
  readonly expiresAt: number
}
