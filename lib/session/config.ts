/** What sign-in needs to know (architecture "Contracts", `AUTH_*` and `NEXTAUTH_*`). */
export interface SessionConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What sign-in asks for, `openid profile email` unless told otherwise; some providers give refresh tokens for `offline_access` only. */
  readonly scope?: string
  /** The claim of the id token or userinfo that names a person's roles. */
  readonly roleClaim: string
  /** Encrypts the session cookie. */
  readonly secret: string
  /** The dashboard's own origin, such as `http://localhost:3000`. */
  readonly origin: string
}
