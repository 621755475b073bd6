import "server-only"
import { decode } from "next-auth/jwt"
import type { SessionConfig } from "./config"
import { sessionCookieName } from "./cookies"
import { parseSession, type Session } from "./session"

/** A request's cookies, as `cookies()` of Next and `request.cookies` give them. */
export interface CookieJar {
  get(name: string): { readonly value: string } | undefined
}

/** Long tokens are split over numbered cookies. */
function joinChunks(jar: CookieJar, name: string): string {
  let text = jar.get(name)?.value ?? ""
  for (let index = 0; ; index += 1) {
    const chunk = jar.get(`${name}.${index}`)
    if (!chunk) return text
    text += chunk.value
  }
}

/** Reads the session of a request's cookies; undefined where it is missing, forged, of another key or over. */
export function createSessionReader({
  config,
  clock,
}: {
  config: SessionConfig
  clock: () => number
}): (jar: CookieJar) => Promise<Session | undefined> {
  const name = sessionCookieName(config)
  return async (jar) => {
    const token = joinChunks(jar, name)
    const claims = await decode({ token, secret: config.secret }).catch(() => null)
    return parseSession(claims, clock())
  }
}
