import "server-only"
import { hash } from "node:crypto"
import { type Domain, type Role, type RowScope, readableDomains, roles } from "../catalogue"

export { type Role, roles }

const sights = new Map<string, { domains: ReadonlySet<Domain>; visibility: string }>()

/** What these roles may read. Computed once per set of roles. */
function sightOf(held: readonly Role[]) {
  const name = held.join(" ")
  const known = sights.get(name)
  if (known) return known
  const domains = new Set<Domain>(held.flatMap((role) => readableDomains[role]))
  const sight = { domains, visibility: [...domains].toSorted().join(" ") }
  sights.set(name, sight)
  return sight
}

/** Domains that these roles may read (architecture "Contracts", roles). Empty without a role. */
export const domainsOf = (held: readonly Role[]): ReadonlySet<Domain> => sightOf(held).domains

/** Roles that may read a domain. */
export const readersOf = (domain: Domain): readonly Role[] =>
  roles.filter((role) => domainsOf([role]).has(domain))

/** Whether these roles may change departments and the workspace. */
export const mayWrite = (held: readonly Role[]): boolean => held.includes("admin")

/**
 * Whether these roles may see every person's name. Others see the names in records shown to them.
 */
export const knowsNames = (held: readonly Role[]): boolean =>
  held.includes("hr") || held.includes("admin")

/** What a person sees, as text. Equal for people who may read the same domains. */
export const visibilityOf = (held: readonly Role[]): string => sightOf(held).visibility

/** The scope of rows that a person sees, decided only here. Today everybody sees all rows. */
export const rowScopeOf = (_session: {
  readonly sub: string
  readonly roles: readonly Role[]
}): RowScope => "all"

/** Marks a stored session's roles if the identity omitted groups because there are too many. */
export const groupsOverage = "groups_overage"

/** The known roles of a claim, which is a list or a string separated by commas or spaces. */
export function parseRoles(claim: unknown): Role[] {
  const names = typeof claim === "string" ? claim.split(/[\s,]+/) : claim
  return Array.isArray(names) ? roles.filter((role) => names.includes(role)) : []
}

/**
 * Why a session cannot be confirmed: the identity has not responded for ten minutes, or the store
 * does not respond.
 */
type SessionErrorCode = "identity_unreachable" | "store_unavailable"

/** A session that can be neither confirmed nor denied at the moment. The person stays signed in. */
export class SessionError extends Error {
  override name = "SessionError"

  constructor(
    readonly code: SessionErrorCode,
    cause?: unknown,
  ) {
    super(code, { cause })
  }
}

/**
 * Also true for a `SessionError` of another copy of this module: Next bundles one for pages and one
 * for handlers.
 */
export const isSessionError = (error: unknown): error is SessionError =>
  error instanceof Error && error.name === "SessionError" && "code" in error

/** What the identity last reported about a person. */
export interface PersonFacts {
  readonly name: string | null
  readonly email: string | null
  readonly roles: readonly string[]
}

const keyLength = 22

/** Identifies a person where their id must not appear, such as in a header. */
export const personKey = (sub: string): string =>
  hash("sha256", sub, "base64url").slice(0, keyLength)

/**
 * Session lifetimes in seconds: the maximum after sign-in, the maximum without a refresh token, so
 * that nobody keeps roles that cannot be read again, and the idle time.
 */
export const sessionLimits = {
  absoluteSeconds: 8 * 60 * 60,
  withoutRefreshSeconds: 15 * 60,
  idleSeconds: 30 * 60,
} as const

/**
 * A signed-in person, as pages and handlers see them. Contains no credentials for the platform or
 * the identity.
 */
export interface Session {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  readonly roles: readonly Role[]
  /** The identity omitted groups, because there are too many. */
  readonly lacksGroups?: true
  /** Latest end, in milliseconds since 1970. */
  readonly expiresAt: number
}
