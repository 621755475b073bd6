import "server-only"
import { hash } from "node:crypto"
import type { CookiesOptions } from "next-auth"
import type { SessionConfig } from "./config"
import type { Session } from "./session"

/** next-auth's cookies, and how many seconds those live that belong to a sign-in under way. */
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

/** Cookies that scripts cannot read and other sites cannot send along; under https bound to this host alone. */
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

/** A request's cookies, as `cookies()` of Next and `request.cookies` give them. */
export interface CookieJar {
  get(name: string): { readonly value: string } | undefined
}

/** The session of a request's cookies; `use: false` for requests that no person makes, such as a stream that looks again. */
export type SessionReader = (
  jar: CookieJar,
  options?: { readonly use?: boolean },
) => Promise<Session | undefined>

/** What a session is called wherever its cookie's token may not stand: in the table, and where people see their sessions. */
export const sessionIdOf = (token: string): string => hash("sha256", token, "base64url")

/** The id of the session that a request's cookies name, whether it lives or not. */
export function readSessionId(jar: CookieJar, config: SessionConfig): string | undefined {
  const token = jar.get(cookieName(config, "sessionToken"))?.value
  return token ? sessionIdOf(token) : undefined
}
