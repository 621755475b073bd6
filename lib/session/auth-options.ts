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
  /** The identity response that carries the roles. `none` is treated as the id token. */
  readonly rolesFrom: "userinfo" | "id_token"
}

/**
 * Any OpenID Connect provider, configured by its discovery document. Without one, sign-in fails.
 * `oidc` is part of its callback URL.
 */
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
  /** Roles may be in the id token, which next-auth has verified by now, or in userinfo. */
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
  /** Without a refresh token, the session is short. */
  readonly refreshToken?: string | undefined
  /** The identity response that carries the roles. */
  readonly rolesFrom: "userinfo" | "id_token"
  /** The browser's user agent, truncated to 300 characters. */
  readonly userAgent?: string | undefined
}

/** Who signed in, from the profile assembled by the provider's `userinfo` and the tokens. */
function readSignIn(profile: object, account: Account, rule: RoleRule): NewSession {
  const claims = profile as AnyClaims
  return {
    ...readFacts(claims, rule),
    person: account.providerAccountId,
    refreshToken: account.refresh_token,
    rolesFrom: claims["rolesFrom"] === "userinfo" ? "userinfo" : "id_token",
  }
}

/** Reports sign-in faults as a code and a reason, never with tokens. */
interface SignInLog {
  error(entry: { code: string; reason?: string }, message: string): void
}

/** Sessions by id, as next-auth starts, reads and ends them. */
export interface SignInSessions {
  /** Starts a session and ends the previous session of the same browser, `replaced`. */
  start(signIn: NewSession, id: string, replaced?: string): Promise<Session>
  read(id: string, use: boolean): Promise<Session | undefined>
  end(id: string): Promise<void>
}

/** Inputs of next-auth for one request. */
interface AuthDependencies {
  readonly sessions: SignInSessions
  readonly log: SignInLog
  /** The identity's discovery document. Only needed to sign in. */
  readonly discovery?: Discovery | undefined
  /** The session named by the request's cookies. It ends when somebody signs in. */
  readonly current?: string | undefined
  /** Called if a sign-out could not be stored, an error that next-auth ignores. */
  readonly onSignOutFault?: () => void
}

const reasonOf = (metadata: unknown): string | undefined => {
  const inner =
    typeof metadata === "object" && metadata !== null && "error" in metadata
      ? metadata.error
      : metadata
  return inner instanceof Error ? inner.message.slice(0, 200) : undefined
}

/** next-auth's user for a session, with what its session route returns besides name and e-mail. */
const userOf = (session: Session): AdapterUser & { readonly session: Session } => ({
  id: session.sub,
  name: session.name ?? null,
  email: session.email ?? "",
  emailVerified: null,
  session,
})

/**
 * Stores next-auth's sessions. People come from the identity and are not stored. `signedIn` returns
 * who has just signed in.
 */
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
    /** A sign-in always starts a new session, even if the person has one. */
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

/**
 * next-auth's options for one request: one OIDC provider, sessions in our table, redirects only to
 * own pages.
 */
export function authOptions(
  config: SessionConfig,
  dependencies: AuthDependencies,
): NextAuthOptions {
  const { log, discovery } = dependencies
  let signedIn: NewSession | undefined

  /**
   * The id token is verified by now. Requested parameters prove nothing: they pass through the
   * browser.
   */
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
