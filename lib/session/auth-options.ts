import "server-only"
import { decodeJwt } from "jose"
import type { Account, NextAuthOptions } from "next-auth"
import { encode, type JWT } from "next-auth/jwt"
import type { OAuthConfig } from "next-auth/providers/oauth"
import { ownUrl, type SessionConfig } from "./config"
import { readFacts } from "./confirm-session"
import {
  type Claims as AnyClaims,
  type Discovery,
  signatureOf,
  takesBasic,
} from "./identity-client"
import { findRoleClaim, type RoleRule } from "./read-roles"
import { cookieOptions, decodeCookie } from "./read-session"
import { groupsOverage, isSessionError, parseSessionId, sessionLimits } from "./session"
import type { NewSession, Sessions } from "./sessions"
import { isStrongEnough, strengthParameters } from "./sign-in-strength"

interface Claims {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  /** Which of the identity's answers carries the roles; none is taken for the id token. */
  readonly rolesFrom: "userinfo" | "id_token"
}

/** Any OpenID Connect provider, as its own document describes it; without one, sign-in fails. `oidc` is part of its callback address. */
const oidcProvider = (
  config: SessionConfig,
  discovery: Discovery | undefined,
): OAuthConfig<Claims> => ({
  id: "oidc",
  name: "Sign-in",
  type: "oauth",
  issuer: config.issuer,
  clientId: config.clientId,
  clientSecret: config.clientSecret,
  authorization: {
    ...(discovery && { url: discovery.authorization_endpoint }),
    params: { scope: config.scope ?? "openid profile email", ...strengthParameters(config) },
  },
  ...(discovery && {
    token: { url: discovery.token_endpoint },
    jwks_endpoint: discovery.jwks_uri,
    client: {
      id_token_signed_response_alg: signatureOf(config),
      token_endpoint_auth_method: takesBasic(discovery)
        ? "client_secret_basic"
        : "client_secret_post",
    },
  }),
  checks: ["pkce", "state", "nonce"],
  idToken: true,
  httpOptions: { timeout: 10_000 },
  /** Roles may be in either place: in the id token, which next-auth has verified by now, or in userinfo. */
  userinfo: {
    ...(discovery?.userinfo_endpoint && { url: discovery.userinfo_endpoint }),
    request: async ({ client, tokens }) => {
      const claims = decodeJwt(tokens.id_token ?? "")
      if (!client.issuer.metadata.userinfo_endpoint) return { ...claims, rolesFrom: "id_token" }
      const more = await client.userinfo(tokens.access_token ?? "")
      if (more.sub !== claims.sub) throw new Error("The identity's userinfo is of someone else.")
      const rolesFrom = findRoleClaim(more, config) === undefined ? "id_token" : "userinfo"
      return { ...claims, ...more, rolesFrom }
    },
  },
  profile: (claims) => ({ id: claims.sub, name: claims.name ?? null, email: claims.email ?? null }),
})

/** Who signed in, from the profile that the provider's `userinfo` put together and the tokens beside it. */
function readSignIn(profile: object, account: Account, rule: RoleRule): NewSession {
  const claims = profile as AnyClaims
  const { access_token: access = "", refresh_token: refresh } = account
  const rolesFrom = claims["rolesFrom"] === "userinfo" ? "userinfo" : "id_token"
  return {
    ...readFacts(claims, rule),
    person: account.providerAccountId,
    tokens: { access, ...(refresh && { refresh }), rolesFrom },
  }
}

/** Where sign-in reports its faults: a code and a reason, never tokens. */
interface SignInLog {
  error(entry: { code: string; reason?: string }, message: string): void
}

/** What next-auth needs for one request. */
interface AuthDependencies {
  readonly sessions: Sessions
  readonly log: SignInLog
  /** Of the identity; only signing in needs it. */
  readonly discovery?: Discovery | undefined
  /** Under which a sign-in goes on that the request's cookies began, where that is not the current secret. */
  readonly signInSecret?: string
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
  { sessions, log, current }: AuthDependencies,
): NonNullable<NextAuthOptions["callbacks"]> {
  /** The cookie holds the session's id and nothing else. */
  async function begin(profile: object, account: Account): Promise<JWT> {
    const signedIn = readSignIn(profile, account, config)
    if (signedIn.roles.includes(groupsOverage)) {
      const reason = "The identity sent no groups, because they are too many; send roles instead."
      log.error({ code: groupsOverage, reason }, "sign-in")
    }
    return { sid: await sessions.start(signedIn, current) }
  }
  /** The id again; throws where the session has ended, upon which next-auth clears the cookie. */
  async function go(token: JWT): Promise<JWT> {
    const sid = parseSessionId(token)
    if (!sid || !(await peek(sessions, sid))) throw new Error("The session is over.")
    return { sid }
  }
  /** The id token is verified by now. What was asked for is no proof: the way there leads through the browser. */
  function judgeStrength(account: Account | null) {
    const claims = decodeJwt(account?.id_token ?? "")
    if (isStrongEnough(config, claims, Date.now() / 1000)) return true
    log.error({ code: "weak_sign_in" }, "sign-in")
    return "/signin?error=WeakSignIn"
  }
  return {
    signIn: ({ account }) => judgeStrength(account),
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
  const { sessions, log, discovery, signInSecret, onSignOutFault } = dependencies
  const maxAge = sessionLimits.absoluteSeconds
  return {
    secret: signInSecret ?? config.secret,
    providers: [oidcProvider(config, discovery)],
    pages: { signIn: "/signin", signOut: "/signin", error: "/signin" },
    session: { strategy: "jwt", maxAge },
    jwt: {
      maxAge,
      encode: (parameters) => encode({ ...parameters, secret: config.secret }),
      decode: ({ token }) => decodeCookie(config, token ?? ""),
    },
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
