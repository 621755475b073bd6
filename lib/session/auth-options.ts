import "server-only"
import type { NextAuthOptions } from "next-auth"
import type { JWT } from "next-auth/jwt"
import type { SessionConfig } from "./config"
import { cookieOptions } from "./cookies"
import { oidcProvider } from "./oidc-provider"
import { ownUrl } from "./own-url"
import { parseRoles } from "./roles"
import { parseSession, sessionSeconds } from "./session"

/** Where sign-in reports its faults: a code and a reason, never tokens. */
export interface SignInLog {
  error(entry: { code: string; reason?: string }, message: string): void
}

export interface AuthDependencies {
  readonly clock: () => number
  readonly log: SignInLog
}

const reasonOf = (metadata: unknown): string | undefined => {
  const inner =
    typeof metadata === "object" && metadata !== null && "error" in metadata
      ? metadata.error
      : metadata
  return inner instanceof Error ? inner.message.slice(0, 200) : undefined
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null)

/** What the cookie holds: who it is and since when; no access, refresh or id token. */
const startSession = (profile: object, roleClaim: string, now: number): JWT => {
  const claims = profile as Record<string, unknown>
  return {
    sub: String(claims.sub),
    name: textOf(claims.name) ?? textOf(claims.preferred_username),
    email: textOf(claims.email),
    roles: parseRoles(claims[roleClaim]),
    signedInAt: Math.floor(now / 1000),
  }
}

/** The same claims again; throws 8 h after sign-in, upon which next-auth clears the cookie. */
function continueSession(token: JWT, now: number): JWT {
  if (!parseSession(token, now)) throw new Error("The session is over.")
  const { sub, name, email, roles, signedInAt } = token
  return { sub, name, email, roles, signedInAt } as JWT
}

/** next-auth's options: one OIDC provider, an encrypted cookie without tokens, 8 h, redirects to own pages only. */
export function authOptions(
  config: SessionConfig,
  { clock, log }: AuthDependencies,
): NextAuthOptions {
  return {
    secret: config.secret,
    providers: [oidcProvider(config)],
    pages: { signIn: "/signin", signOut: "/signin", error: "/signin" },
    session: { strategy: "jwt", maxAge: sessionSeconds },
    jwt: { maxAge: sessionSeconds },
    useSecureCookies: config.origin.startsWith("https://"),
    cookies: cookieOptions(config),
    callbacks: {
      redirect: ({ url }) => ownUrl(url, config.origin),
      jwt: ({ token, account, profile }) =>
        account && profile
          ? startSession(profile, config.roleClaim, clock())
          : continueSession(token, clock()),
      session: ({ session, token }) => {
        const ends = new Date(parseSession(token, clock())?.expiresAt ?? 0).toISOString()
        return { ...session, roles: parseRoles(token.roles), expires: ends }
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
