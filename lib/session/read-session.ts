import "server-only"
import { hash } from "node:crypto"
import { decode } from "next-auth/jwt"
import type { SessionConfig } from "./config"
import { sessionCookieName } from "./cookies"
import { parseSessionId, type Session } from "./session"
import type { Sessions } from "./sessions"
import { createShortMemory } from "./short-memory"

/** A request's cookies, as `cookies()` of Next and `request.cookies` give them. */
export interface CookieJar {
  get(name: string): { readonly value: string } | undefined
}

/** The session of a request's cookies; `use: false` for requests that no person makes, such as a stream that looks again. */
export type SessionReader = (
  jar: CookieJar,
  options?: { readonly use?: boolean },
) => Promise<Session | undefined>

const keptMs = 60_000
const keptCookies = 10_000
const longest = 8192

/** Long tokens are split over numbered cookies. */
function joinChunks(jar: CookieJar, name: string): string {
  let text = jar.get(name)?.value ?? ""
  for (let index = 0; text.length <= longest; index += 1) {
    const chunk = jar.get(`${name}.${index}`)
    if (!chunk) return text
    text += chunk.value
  }
  return ""
}

const digestOf = (token: string) => hash("sha256", token, "base64")

const openToken = async (token: string, { secret }: SessionConfig): Promise<string | undefined> =>
  parseSessionId(await decode({ token, secret }).catch(() => null))

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
  const decoded = createShortMemory<string>({ size: keptCookies, timer })

  async function readNew(token: string, digest: string, use: boolean) {
    const id = await openToken(token, config)
    if (!id) return undefined
    decoded.set(digest, id, keptMs)
    return sessions.read(id, use)
  }

  return (jar, { use = true } = {}) => {
    const token = joinChunks(jar, name)
    if (!token) return Promise.resolve(undefined)
    const digest = digestOf(token)
    const known = decoded.get(digest)
    return known ? sessions.read(known, use) : readNew(token, digest, use)
  }
}
