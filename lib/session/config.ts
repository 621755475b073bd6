import type { RoleRule } from "./read-roles"

/** Longer than any page's own address; a redirect's header must stay far below what servers accept. */
const maxUrlLength = 2048

/** An address on the dashboard itself for a requested one that comes from outside; its first page for anything else. */
export function ownUrl(desired: string, origin: string): string {
  const home = `${origin}/`
  if (!URL.canParse(desired, origin)) return home
  const target = new URL(desired, origin)
  if (target.origin !== new URL(origin).origin) return home
  const own = `${origin}/${target.pathname.replace(/^\/+/, "")}${target.search}${target.hash}`
  return own.length > maxUrlLength ? home : own
}

const loopbackHost = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a host of an address is this machine. */
export const isOwnHost = (hostname: string): boolean => loopbackHost.test(hostname)

/** Whether what is sent to a web address can be read by nobody on the way: https, or a host of this machine. */
export function isSecureAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === "https:" || (protocol === "http:" && isOwnHost(hostname))
}

/** Signatures of id tokens that the settings may choose from. */
export const idTokenAlgorithms = ["RS256", "PS256", "ES256", "EdDSA"] as const

/** What sign-in needs to know (architecture "Contracts", `AUTH_*` and `NEXTAUTH_*`). */
export interface SessionConfig extends RoleRule {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What id tokens are signed by, this alone; `RS256` unless told otherwise. */
  readonly idTokenAlgorithm?: (typeof idTokenAlgorithms)[number]
  /** What sign-in asks for, `openid profile email` unless told otherwise; some providers give refresh tokens for `offline_access` only. */
  readonly scope?: string
  /** Strengths of a sign-in at the identity (`acr`), of which it must have had one; without them any counts. */
  readonly acrValues?: readonly string[]
  /** Ways of signing in there (`amr`), of which it must have used one. */
  readonly amrValues?: readonly string[]
  /** How long ago somebody may have signed in there when a session begins. */
  readonly maxAgeSeconds?: number
  /** Encrypts the session cookie. */
  readonly secret: string
  /** Opens what was encrypted under another secret, while one takes the other's place; nothing is encrypted under it. */
  readonly previousSecret?: string | undefined
  /** The dashboard's own origin, such as `http://localhost:3000`. */
  readonly origin: string
}
