import "server-only"
import { hash, randomUUID } from "node:crypto"
import { EventEmitter } from "node:events"
import { z } from "zod"
import { type Domain, type Role, type RowScope, readableDomains, roles } from "../catalogue"
import { createTextCipher, type SecretPair } from "../encryption"

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

/** Tells other instances which sessions changed or ended, and hears of it from them. */
export interface SessionChanges {
  announce(id: string): Promise<void>
  onChange(listener: (id: string) => void): void
  /** The listener learns that announcements may have been missed. */
  onGap(listener: () => void): void
}

/** Announcements within this process. */
export function createLocalChanges(): SessionChanges {
  const emitter = new EventEmitter()
  return {
    async announce(id) {
      emitter.emit("change", id)
    },
    onChange: (listener) => void emitter.on("change", listener),
    onGap: () => {},
  }
}

/** What the identity said of a person when it was last asked. */
export interface PersonFacts {
  readonly name: string | null
  readonly email: string | null
  readonly roles: readonly string[]
}

/** A session that has not ended. */
export interface StoredSession extends PersonFacts {
  readonly id: string
  /** The identity's name for the person, its `sub` claim. */
  readonly person: string
  /** The identity's tokens, sealed. */
  readonly tokens: string
  /** When it ends at the latest, in milliseconds since 1970. */
  readonly expiresAt: number
  /** Milliseconds until it ends unless it is used again. */
  readonly endsInMs: number
  /** Milliseconds since the identity last confirmed the person. */
  readonly confirmedMsAgo: number
}

type NewSession = Pick<StoredSession, "id" | "person" | "name" | "email" | "roles" | "tokens"> & {
  readonly userAgent?: string | undefined
}

interface SessionUse {
  /** What the browser called itself at the sign-in; null where that is not known. */
  readonly userAgent: string | null
  /** ISO time. */
  readonly signedInAt: string
  /** The same of the last use, to half a minute. */
  readonly usedAt: string
}

/** A session that somebody can still use. */
export interface UsableSession extends SessionUse {
  readonly id: string
}

/** The same as its person may see it: the handle names it and opens nothing. */
export interface HeldSession extends SessionUse {
  readonly handle: string
}

/** Somebody who has sessions, with how many, and when one was used last, as ISO time. */
export interface PersonSessions {
  readonly person: string
  readonly name: string | null
  readonly email: string | null
  readonly sessions: number
  readonly usedAt: string
}

/** Sessions of all instances, by the store's own clock; ended ones are as good as absent. */
export interface SessionStore {
  /** Begins a session, and ends the one that it takes the place of. */
  create(session: NewSession, replaced?: string): Promise<void>
  /** The session; `use` counts this as a use of it, which puts its idle end off. */
  read(id: string, use: boolean): Promise<StoredSession | undefined>
  /** The session as long as it may live by its age, also where nobody has used it for long. */
  readIdle(id: string): Promise<StoredSession | undefined>
  /** The same of the session that a person's identity confirmed last, or of the last one that has ended where none lives. */
  readNewest(person: string): Promise<(StoredSession & { readonly hasEnded: boolean }) | undefined>
  /** Keeps what the identity answered to a request of `requestedMsAgo`, unless a later request was answered already. */
  confirm(id: string, facts: PersonFacts, requestedMsAgo: number): Promise<void>
  /** True for the one caller who may now renew these tokens; the right to it lapses after ten seconds. */
  claimRenewal(id: string, tokens: string): Promise<boolean>
  replaceTokens(id: string, old: string, tokens: string): Promise<void>
  end(id: string): Promise<void>
  /** Ends it and forgets its roles: nobody stands for them any more. True for the one caller who ended it. */
  disown(id: string): Promise<boolean>
  /** Ends all of a person's sessions so, and tells their ids. */
  endAll(person: string): Promise<string[]>
  /** Ends everybody's sessions so, but for one. */
  endEverybody(but: string | undefined): Promise<string[]>
  /** Ends all of a person's sessions but one, as a sign-out of each does. */
  endOthers(person: string, but: string | undefined): Promise<string[]>
  /** A person's sessions that can still be used, the last used first, 200 at most. */
  list(person: string): Promise<readonly UsableSession[]>
  /** Those who have such sessions and whose id is this text, or whose name or e-mail has it, the last seen first. */
  findPeople(text: string, limit: number): Promise<readonly PersonSessions[]>
}

const keyLength = 22

/** What tells a person from others where their id shall not stand, such as in a header. */
export const personKey = (sub: string): string =>
  hash("sha256", sub, "base64url").slice(0, keyLength)

/** What names a session where its id shall not stand: who knows it can neither find the id nor use the session. */
export const sessionHandle = (id: string): string =>
  hash("sha256", `handle of ${id}`, "base64url").slice(0, keyLength)

const tokensSchema = z.object({
  access: z.string(),
  refresh: z.string().optional(),
  rolesFrom: z.enum(["userinfo", "id_token"]),
})

/** The identity's tokens of one sign-in, and which of its answers carries the roles. */
export type IdentityTokens = z.infer<typeof tokensSchema>

const contentSchema = z.object({ id: z.string(), tokens: tokensSchema })

/** Encrypts the identity's tokens for one session, so that a reader of the store cannot use them. */
export interface TokenCipher {
  encrypt(id: string, tokens: IdentityTokens): string
  /** The tokens; undefined where they were encrypted for another session or under another secret. */
  decrypt(id: string, encrypted: string): IdentityTokens | undefined
}

/** Tokens under a key derived from the dashboard's secret. */
export function createTokenCipher(secrets: SecretPair): TokenCipher {
  const cipher = createTextCipher(secrets, "session")
  return {
    encrypt: (id, tokens) => cipher.encrypt(JSON.stringify({ id, tokens })),
    decrypt(id, encrypted) {
      try {
        const content = contentSchema.parse(JSON.parse(cipher.decrypt(encrypted)))
        return content.id === id ? content.tokens : undefined
      } catch {
        return undefined
      }
    },
  }
}

/** When a session ends, in seconds: so long after sign-in whatever happens, and so long after it was last used. */
export const sessionLimits = { absoluteSeconds: 8 * 60 * 60, idleSeconds: 30 * 60 } as const

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

/** A session's id; instances of the version before, which may run beside this one, know no other form. */
export const newSessionId = (): string => randomUUID()

/** The other form, 256 random bits as base64url, is what the next version makes. */
const claimsSchema = z.object({ sid: z.union([z.string().regex(/^[\w-]{43}$/), z.uuid()]) })

/** The id of the session that a cookie's decrypted claims name, or undefined where they are none of ours. */
export const parseSessionId = (claims: unknown): string | undefined =>
  claimsSchema.safeParse(claims).data?.sid

/** A stored session as pages and handlers see it. */
export const showSession = ({ person, name, email, roles, expiresAt }: StoredSession): Session => ({
  sub: person,
  ...(name && { name }),
  ...(email && { email }),
  roles: parseRoles(roles),
  ...(roles.includes(groupsOverage) && { lacksGroups: true }),
  expiresAt,
})
