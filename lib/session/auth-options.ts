import "server-only"
import type { Account, NextAuthOptions } from "next-auth"
import type { JWT } from "next-auth/jwt"
import type { SessionConfig } from "./config"
import { cookieOptions } from "./cookies"
import type { Discovery } from "./discovery"
import { oidcProvider, readSignIn } from "./oidc-provider"
import { ownUrl } from "./own-url"
import { parseSessionId, sessionLimits } from "./session"
import { isSessionError } from "./session-error"
import type { Sessions } from "./sessions"

/** Where sign-in reports its faults: a code and a reason, never tokens. */
export interface SignInLog {
  error(entry: { code: string; reason?: string }, message: string): void
}

/** What next-auth needs for one request. */
export interface AuthDependencies {
  readonly sessions: Sessions
  readonly log: SignInLog
  /** Of the identity; only signing in needs it. */
  readonly discovery?: Discovery | undefined
  /** The session that the request's cookies name, which ends when somebody signs in. */
  readonly current?: string | undefined
  /** Called where a sign-out could not be stored, which next-auth itself passes over. */
  readonly onSignOutFault?: () => void
}

const reasonOf = (metadata: unknown): string | undefined => {
  const inner =
    typeof metadata === "object" && metadata !== null && "error" in metadata
      ? metadata.error
      : metadata
  return inner instanceof Error ? inner.message.slice(0, 200) : undefined
}

/** Reads a session without using it; a fault keeps the cookie, for the person is not signed out by it. */
const peek = (sessions: Sessions, id: string) =>
  sessions.read(id, false).catch((error) => {
    if (isSessionError(error)) return "unknown" as const
    throw error
  })

function callbacksOf(
  config: SessionConfig,
  { sessions, current }: AuthDependencies,
): NonNullable<NextAuthOptions["callbacks"]> {
  /** The cookie holds the session's id and nothing else. */
  const begin = async (profile: object, account: Account): Promise<JWT> => ({
    sid: await sessions.start(readSignIn(profile, account, config.roleClaim), current),
  })
  /** The id again; throws where the session has ended, upon which next-auth clears the cookie. */
  async function go(token: JWT): Promise<JWT> {
    const sid = parseSessionId(token)
    if (!sid || !(await peek(sessions, sid))) throw new Error("The session is over.")
    return { sid }
  }
  return {
    redirect: ({ url }) => ownUrl(url, config.origin),
    jwt: ({ token, account, profile }) =>
      account && profile ? begin(profile, account) : go(token),
    async session({ token }) {
      const found = await peek(sessions, parseSessionId(token) ?? "")
      if (!found || found === "unknown") return { expires: new Date(0).toISOString() }
      const { name = null, email = null, roles, expiresAt } = found
      return { user: { name, email }, roles, expires: new Date(expiresAt).toISOString() }
    },
  }
}

/** next-auth's options: one OIDC provider, an encrypted cookie with a session's id, redirects to own pages only. */
export function authOptions(
  config: SessionConfig,
  dependencies: AuthDependencies,
): NextAuthOptions {
  const { sessions, log, discovery, onSignOutFault } = dependencies
  const maxAge = sessionLimits.absoluteSeconds
  return {
    secret: config.secret,
    providers: [oidcProvider(config, discovery)],
    pages: { signIn: "/signin", signOut: "/signin", error: "/signin" },
    session: { strategy: "jwt", maxAge },
    jwt: { maxAge },
    useSecureCookies: config.origin.startsWith("https://"),
    cookies: cookieOptions(config),
    callbacks: callbacksOf(config, dependencies),
    events: {
      async signOut({ token }) {
        const id = parseSessionId(token)
        if (!id) return
        await sessions.end(id).catch((error) => {
          onSignOutFault?.()
          throw error
        })
      },
    },
    logger: {
      error: (code, metadata) => {
        const reason = reasonOf(metadata)
        log.error({ code, ...(reason && { reason }) }, "sign-in")
      },
      warn: () => {},
      debug: () => {},
    },
  }
}
