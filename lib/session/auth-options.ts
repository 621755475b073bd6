import "server-only"
import { randomBytes } from "node:crypto"
import { decodeJwt } from "jose"
import type { Account, NextAuthOptions } from "next-auth"
import type { Adapter, AdapterUser } from "next-auth/adapters"
import type { OAuthConfig } from "next-auth/providers/oauth"
import { ownUrl, type SessionConfig } from "./config"
import {
  type Claims as AnyClaims,
  type Discovery,
  signatureOf,
  takesBasic,
} from "./identity-client"
import { findRoleClaim, type RoleRule, readFacts } from "./read-roles"
import { cookieOptions, sessionIdOf } from "./read-session"
import { groupsOverage, type PersonFacts, type Session, sessionLimits } from "./session"
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

/** A person who has just signed in at the identity. */
export interface NewSession extends PersonFacts {
  readonly person: string
  /** Where the identity gave none, the session is short. */
  readonly refreshToken?: string | undefined
  /** Which of the identity's answers carries the roles. */
  readonly rolesFrom: "userinfo" | "id_token"
  /** What their browser calls itself, of which the first 300 letters are kept. */
  readonly userAgent?: string | undefined
}

/** Who signed in, from the profile that the provider's `userinfo` put together and the tokens beside it. */
function readSignIn(profile: object, account: Account, rule: RoleRule): NewSession {
  const claims = profile as AnyClaims
  return {
    ...readFacts(claims, rule),
    person: account.providerAccountId,
    refreshToken: account.refresh_token,
    rolesFrom: claims["rolesFrom"] === "userinfo" ? "userinfo" : "id_token",
  }
}

/** Where sign-in reports its faults: a code and a reason, never tokens. */
interface SignInLog {
  error(entry: { code: string; reason?: string }, message: string): void
}

/** Sessions by their ids, as next-auth begins, reads and ends them. */
export interface SignInSessions {
  /** Begins a session; the one that the same browser had before, `replaced`, ends. */
  start(signIn: NewSession, id: string, replaced?: string): Promise<Session>
  read(id: string, use: boolean): Promise<Session | undefined>
  end(id: string): Promise<void>
}

/** What next-auth needs for one request. */
interface AuthDependencies {
  readonly sessions: SignInSessions
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

/** next-auth's user of a session, with what its own session route tells beside name and e-mail. */
const userOf = (session: Session): AdapterUser & { readonly session: Session } => ({
  id: session.sub,
  name: session.name ?? null,
  email: session.email ?? "",
  emailVerified: null,
  session,
})

/** Keeps next-auth's sessions; people are the identity's and stored nowhere. `signedIn` tells who has just come from it. */
function sessionAdapter(
  { sessions, current, onSignOutFault }: AuthDependencies,
  signedIn: () => NewSession | undefined,
): Adapter {
  return {
    getUserByAccount: ({ providerAccountId: id }) => ({ id, email: "", emailVerified: null }),
    async createSession(created) {
      const signIn = signedIn()
      if (!signIn) throw new Error("Nobody has signed in.")
      await sessions.start(signIn, sessionIdOf(created.sessionToken), current)
      return created
    },
    /** Whoever signs in gets a new session, also in place of one of their own. */
    async getSessionAndUser(sessionToken) {
      const session = signedIn() ? undefined : await sessions.read(sessionIdOf(sessionToken), false)
      if (!session) return null
      const expires = new Date(session.expiresAt)
      return { session: { sessionToken, userId: session.sub, expires }, user: userOf(session) }
    },
    async deleteSession(sessionToken) {
      await sessions.end(sessionIdOf(sessionToken)).catch((error) => {
        onSignOutFault?.()
        throw error
      })
    },
  }
}

/** next-auth's options for one request: one OIDC provider, sessions in our table, redirects to own pages only. */
export function authOptions(
  config: SessionConfig,
  dependencies: AuthDependencies,
): NextAuthOptions {
  const { log, discovery } = dependencies
  let signedIn: NewSession | undefined

  /** The id token is verified by now. What was asked for is no proof: the way there leads through the browser. */
  function judgeSignIn(account: Account | null, profile: object) {
    const claims = decodeJwt(account?.id_token ?? "")
    if (!account || !isStrongEnough(config, claims, Date.now() / 1000)) {
      log.error({ code: "weak_sign_in" }, "sign-in")
      return "/signin?error=WeakSignIn"
    }
    signedIn = readSignIn(profile, account, config)
    if (signedIn.roles.includes(groupsOverage)) {
      const reason = "The identity sent no groups, because they are too many; send roles instead."
      log.error({ code: groupsOverage, reason }, "sign-in")
    }
    return true
  }

  return {
    secret: config.secret,
    providers: [oidcProvider(config, discovery)],
    pages: { signIn: "/signin", signOut: "/signin", error: "/signin" },
    adapter: sessionAdapter(dependencies, () => signedIn),
    session: {
      strategy: "database",
      maxAge: sessionLimits.absoluteSeconds,
      generateSessionToken: () => randomBytes(32).toString("base64url"),
    },
    useSecureCookies: config.origin.startsWith("https://"),
    cookies: cookieOptions(config),
    callbacks: {
      signIn: ({ account, profile = {} }) => judgeSignIn(account, profile),
      redirect: ({ url }) => ownUrl(url, config.origin),
      session({ session, user }) {
        const { name = null, email = null, roles } = (user as ReturnType<typeof userOf>).session
        return { ...session, user: { name, email }, roles }
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
