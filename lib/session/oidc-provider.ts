import "server-only"
import { decodeJwt } from "jose"
import type { OAuthConfig } from "next-auth/providers/oauth"
import type { SessionConfig } from "./config"

interface Claims {
  readonly sub: string
  readonly name?: string
  readonly email?: string
}

/** Any OpenID Connect provider, found by its discovery document; `oidc` is part of its callback address. */
export const oidcProvider = (config: SessionConfig): OAuthConfig<Claims> => ({
  id: "oidc",
  name: "Sign-in",
  type: "oauth",
  wellKnown: `${config.issuer}/.well-known/openid-configuration`,
  clientId: config.clientId,
  clientSecret: config.clientSecret,
  authorization: { params: { scope: "openid profile email" } },
  checks: ["pkce", "state", "nonce"],
  idToken: true,
  httpOptions: { timeout: 10_000 },
  /** Roles may be in either place: in the id token, which next-auth has verified by now, or in userinfo. */
  userinfo: {
    request: async ({ client, tokens }) => {
      const claims = decodeJwt(tokens.id_token ?? "")
      if (!client.issuer.metadata.userinfo_endpoint) return claims
      const more = await client.userinfo(tokens.access_token ?? "")
      if (more.sub !== claims.sub) throw new Error("The identity's userinfo is of someone else.")
      return { ...claims, ...more }
    },
  },
  profile: (claims) => ({ id: claims.sub, name: claims.name ?? null, email: claims.email ?? null }),
})
