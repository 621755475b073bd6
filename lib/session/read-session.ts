import "server-only"
import { hash } from "node:crypto"
import type { CookiesOptions } from "next-auth"
import type { SessionConfig } from "./config"
import type { Session } from "./session"

/** next-auth's cookies, and the lifetime in seconds of those used during sign-in. */
const cookies = {
  sessionToken: { name: "session-token" },
  callbackUrl: { name: "callback-url" },
  csrfToken: { name: "csrf-token" },
  pkceCodeVerifier: { name: "pkce.code_verifier", maxAge: 15 * 60 },
  state: { name: "state", maxAge: 15 * 60 },
  nonce: { name: "nonce", maxAge: 15 * 60 },
} as const

const isSecure = (config: SessionConfig) => config.origin.startsWith("https://")

const cookieName = (config: SessionConfig, cookie: keyof CookiesOptions) =>
  `${isSecure(config) ? "__Host-" : ""}next-auth.${cookies[cookie].name}`

/**
 * Cookies are hidden from scripts and not sent cross-site. With https they are bound to this host.
 */
export function cookieOptions(config: SessionConfig): CookiesOptions {
  const option = (cookie: keyof CookiesOptions) => {
    const { name: _, ...lifetime } = cookies[cookie]
    const name = cookieName(config, cookie)
    const secure = isSecure(config)
    return {
      name,
      options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure, ...lifetime },
    }
  }
  return {
    sessionToken: option("sessionToken"),
    callbackUrl: option("callbackUrl"),
    csrfToken: option("csrfToken"),
    pkceCodeVerifier: option("pkceCodeVerifier"),
    state: option("state"),
    nonce: option("nonce"),
  }
}

/** A request's cookies, as returned by Next's `cookies()` and `request.cookies`. */
export interface CookieJar {
  get(name: string): { readonly value: string } | undefined
}

/**
 * Reads the session of a request's cookies. `use: false` for requests not made by a person, such as
 * a stream that rechecks.
 */
export type SessionReader = (
  jar: CookieJar,
  options?: { readonly use?: boolean },
) => Promise<Session | undefined>

/**
 * The session's id wherever the cookie's token must not appear: in the table, and in the list of
 * sessions shown to people.
 */
export const sessionIdOf = (token: string): string => hash("sha256", token, "base64url")

/** The id of the session named by a request's cookies, live or not. */
export function readSessionId(jar: CookieJar, config: SessionConfig): string | undefined {
  const token = jar.get(cookieName(config, "sessionToken"))?.value
  return token ? sessionIdOf(token) : undefined
}
