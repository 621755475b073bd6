import "server-only"
import { decodeJwt } from "jose"
import type { Account } from "next-auth"
import type { OAuthConfig } from "next-auth/providers/oauth"
import type { SessionConfig } from "./config"
import { type Discovery, takesBasic } from "./discovery"
import type { Claims as AnyClaims } from "./identity-client"
import { readFacts } from "./person-facts"
import type { SignIn } from "./sessions"

interface Claims {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  /** Which of the identity's answers carries the roles; none is taken for the id token. */
  readonly rolesFrom: "userinfo" | "id_token"
}

/** Any OpenID Connect provider, as its own document describes it; without one, sign-in fails. `oidc` is part of its callback address. */
export const oidcProvider = (
  { issuer, clientId, clientSecret, roleClaim, scope }: SessionConfig,
  discovery: Discovery | undefined,
): OAuthConfig<Claims> => ({
  id: "oidc",
  name: "Sign-in",
  type: "oauth",
  issuer: discovery?.issuer ?? issuer,
  clientId,
  clientSecret,
  authorization: {
    ...(discovery && { url: discovery.authorization_endpoint }),
    params: { scope: scope ?? "openid profile email" },
  },
  ...(discovery && {
    token: { url: discovery.token_endpoint },
    jwks_endpoint: discovery.jwks_uri,
    client: {
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
      const rolesFrom = roleClaim in more ? "userinfo" : "id_token"
      return { ...claims, ...more, rolesFrom }
    },
  },
  profile: (claims) => ({ id: claims.sub, name: claims.name ?? null, email: claims.email ?? null }),
})

/** Who signed in, from the profile that the provider's `userinfo` put together and the tokens beside it. */
export function readSignIn(profile: object, account: Account, roleClaim: string): SignIn {
  const claims = profile as AnyClaims
  const { access_token: access = "", refresh_token: refresh } = account
  const rolesFrom = claims["rolesFrom"] === "userinfo" ? "userinfo" : "id_token"
  return {
    ...readFacts(claims, roleClaim),
    person: account.providerAccountId,
    tokens: { access, ...(refresh && { refresh }), rolesFrom },
  }
}
