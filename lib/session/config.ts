import type { RoleRule } from "./read-roles"

/** Longer than any page's URL. A redirect's header must stay far below server limits. */
const maxUrlLength = 2048

/**
 * Turns an untrusted redirect target into a URL of the dashboard, its first page if the target is
 * foreign.
 */
export function ownUrl(desired: string, origin: string): string {
  const home = `${origin}/`
  if (!URL.canParse(desired, origin)) return home
  const target = new URL(desired, origin)
  if (target.origin !== new URL(origin).origin) return home
  const own = `${origin}/${target.pathname.replace(/^\/+/, "")}${target.search}${target.hash}`
  return own.length > maxUrlLength ? home : own
}

const loopbackHost = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a URL's host is this machine. */
export const isOwnHost = (hostname: string): boolean => loopbackHost.test(hostname)

/** Whether data sent to a URL is protected in transit: https, or a host of this machine. */
export function isSecureAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === "https:" || (protocol === "http:" && isOwnHost(hostname))
}

/** Signature algorithms of id tokens that can be configured. */
export const idTokenAlgorithms = ["RS256", "PS256", "ES256", "EdDSA"] as const

/** Settings of sign-in (architecture "Contracts", `AUTH_*` and `NEXTAUTH_*`). */
export interface SessionConfig extends RoleRule {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The only accepted signature algorithm of id tokens. `RS256` by default. */
  readonly idTokenAlgorithm?: (typeof idTokenAlgorithms)[number]
  /**
   * Scope requested at sign-in, `openid profile email` by default. Some providers issue refresh
   * tokens only for `offline_access`.
   */
  readonly scope?: string
  /** Accepted authentication context classes (`acr`). Without them any is accepted. */
  readonly acrValues?: readonly string[]
  /** Accepted authentication methods (`amr`). */
  readonly amrValues?: readonly string[]
  /** Maximum age of the authentication at the identity when a session starts. */
  readonly maxAgeSeconds?: number
  /** Encrypts the session cookie. */
  readonly secret: string
  /** Decrypts cookies encrypted with the previous secret during rotation. Never used to encrypt. */
  readonly previousSecret?: string | undefined
  /** The dashboard's own origin, such as `http://localhost:3000`. */
  readonly origin: string
}
