import "server-only"
import { hash } from "node:crypto"
import { decodeProtectedHeader } from "jose"
import { LRUCache } from "lru-cache"
import type { CookiesOptions } from "next-auth"
import { decode, type JWT } from "next-auth/jwt"
import type { SessionConfig } from "./config"
import { parseSessionId, type Session } from "./session"
import type { Sessions } from "./sessions"

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
const sessionCookieName = (config: SessionConfig): string => cookieName(config, "sessionToken")

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

/** A request's cookies, as `cookies()` of Next and `request.cookies` give them. */
export interface CookieJar {
  get(name: string): { readonly value: string } | undefined
}

/** The session of a request's cookies; `use: false` for requests that no person makes, such as a stream that looks again. */
export type SessionReader = (
  jar: CookieJar,
  options?: { readonly use?: boolean },
) => Promise<Session | undefined>

/** What next-auth encrypts by; it would open a token by whatever else fits its key. */
const encryption = { alg: "dir", enc: "A256GCM" } as const

function isEncryptedSo(token: string): boolean {
  try {
    const { alg, enc } = decodeProtectedHeader(token)
    return alg === encryption.alg && enc === encryption.enc
  } catch {
    return false
  }
}

const decodeUnder = async (secret: string, token: string, salt = "") =>
  isEncryptedSo(token) ? decode({ token, secret, salt }).catch(() => null) : null

/** The claims of a cookie of next-auth's, by whichever of the two secrets opens it; null where none does, or it is encrypted in another way. */
export async function decodeCookie(
  { secret, previousSecret }: SessionConfig,
  token: string,
): Promise<JWT | null> {
  const claims = await decodeUnder(secret, token)
  if (claims || previousSecret === undefined) return claims
  return decodeUnder(previousSecret, token)
}

/** Whether a sign-in that is under way, or the form that begins one, was made under this secret. */
async function isMadeUnder(jar: CookieJar, config: SessionConfig, secret: string) {
  const state = cookieName(config, "state")
  const signingIn = jar.get(state)?.value
  if (signingIn && (await decodeUnder(secret, signingIn, state))) return true
  const form = jar.get(cookieName(config, "csrfToken"))?.value
  const [token, digest] = form?.split("|") ?? []
  return digest !== undefined && digest === hash("sha256", `${token}${secret}`, "hex")
}

/** Under which of the two secrets next-auth goes on with a sign-in or a form that the cookies began. */
export async function signInSecret(jar: CookieJar, config: SessionConfig): Promise<string> {
  const { secret, previousSecret } = config
  if (previousSecret === undefined) return secret
  if (await isMadeUnder(jar, config, secret)) return secret
  return (await isMadeUnder(jar, config, previousSecret)) ? previousSecret : secret
}

const decodedMs = 60_000
const maxCookies = 10_000
const maxTokenLength = 8192

/** Long tokens are split over numbered cookies. */
function joinChunks(jar: CookieJar, name: string): string {
  let text = jar.get(name)?.value ?? ""
  for (let index = 0; text.length <= maxTokenLength; index += 1) {
    const chunk = jar.get(`${name}.${index}`)
    if (!chunk) return text
    text += chunk.value
  }
  return ""
}

const digestOf = (token: string) => hash("sha256", token, "base64")

const encryptedCookies = ["pkceCodeVerifier", "state", "nonce"] as const

/** Whether a cookie of a sign-in under way is encrypted in another way than the dashboard's own are. */
export const hasForeignToken = (jar: CookieJar, config: SessionConfig): boolean =>
  encryptedCookies.some((cookie) => {
    const token = joinChunks(jar, cookieName(config, cookie))
    return token !== "" && !isEncryptedSo(token)
  })

const openToken = async (token: string, config: SessionConfig): Promise<string | undefined> =>
  parseSessionId(await decodeCookie(config, token))

/** The id of the session that a request's cookies name, whether it lives or not. */
export const readSessionId = (jar: CookieJar, config: SessionConfig): Promise<string | undefined> =>
  openToken(joinChunks(jar, sessionCookieName(config)), config)

/** Reads sessions; undefined where the cookie is missing, forged, of another key or over, and throws `SessionError` as `Sessions` does. */
export function createSessionReader({
  config,
  sessions,
  timer,
}: {
  config: SessionConfig
  sessions: Pick<Sessions, "read">
  timer: () => number
}): SessionReader {
  const name = sessionCookieName(config)
  const decoded = new LRUCache<string, { readonly id: string; readonly until: number }>({
    max: maxCookies,
  })

  async function readNew(token: string, digest: string, use: boolean) {
    const id = await openToken(token, config)
    if (!id) return undefined
    decoded.set(digest, { id, until: timer() + decodedMs })
    return sessions.read(id, use)
  }

  return (jar, { use = true } = {}) => {
    const token = joinChunks(jar, name)
    if (!token) return Promise.resolve(undefined)
    const digest = digestOf(token)
    const known = decoded.get(digest)
    return known && timer() < known.until
      ? sessions.read(known.id, use)
      : readNew(token, digest, use)
  }
}
