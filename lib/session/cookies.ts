import type { CookiesOptions } from "next-auth"
import type { SessionConfig } from "./config"

const lifetimes = {
  sessionToken: undefined,
  callbackUrl: undefined,
  csrfToken: undefined,
  pkceCodeVerifier: 15 * 60,
  state: 15 * 60,
  nonce: 15 * 60,
} as const satisfies Record<keyof CookiesOptions, number | undefined>

const names = {
  sessionToken: "session-token",
  callbackUrl: "callback-url",
  csrfToken: "csrf-token",
  pkceCodeVerifier: "pkce.code_verifier",
  state: "state",
  nonce: "nonce",
} as const satisfies Record<keyof CookiesOptions, string>

const isSecure = (config: SessionConfig) => config.origin.startsWith("https://")

const cookieName = (config: SessionConfig, cookie: keyof CookiesOptions) =>
  `${isSecure(config) ? "__Host-" : ""}next-auth.${names[cookie]}`

/** The cookie that holds the session; long ones continue in `<name>.0`, `<name>.1`, …. */
export const sessionCookieName = (config: SessionConfig): string =>
  cookieName(config, "sessionToken")

/** Cookies that scripts cannot read and other sites cannot send along; under https bound to this host alone. */
export function cookieOptions(config: SessionConfig): CookiesOptions {
  const option = (cookie: keyof CookiesOptions) => ({
    name: cookieName(config, cookie),
    options: {
      httpOnly: true,
      sameSite: "lax" as const,
      path: "/",
      secure: isSecure(config),
      ...(lifetimes[cookie] !== undefined && { maxAge: lifetimes[cookie] }),
    },
  })
  return {
    sessionToken: option("sessionToken"),
    callbackUrl: option("callbackUrl"),
    csrfToken: option("csrfToken"),
    pkceCodeVerifier: option("pkceCodeVerifier"),
    state: option("state"),
    nonce: option("nonce"),
  }
}
