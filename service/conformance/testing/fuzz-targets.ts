import * as fc from "fast-check"
import { nasty, spoilt } from "./nasty"

/** The public paths outside the API. */
const publicPaths = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/docs",
  "/docs/",
  "/",
  "/favicon.ico",
  "/robots.txt",
  "/openapi/v1.json",
  "/openapi/v1.2.json",
  "/openapi/v1.4.json",
  "/openapi",
  "/openapi/",
  "/openapi/__proto__",
  "/openapi/v1.json/",
  "/openapi/..%2f..%2fpackage.json",
  "/.env",
]

/** Public paths, some corrupted, some with a query. */
export const publicTarget: fc.Arbitrary<string> = fc
  .tuple(spoilt(fc.constantFrom(...publicPaths), 30), fc.option(nasty, { freq: 3 }))
  .map(([path, query]) => (query === null ? path : `${path}?${query}`))

const identityPaths = [
  ...Array.from({ length: 10 }, () => "/oidc/token"),
  "/oidc/auth",
  "/oidc/auth",
  "/oidc/auth",
  "/oidc/auth",
  "/oidc/auth/abc",
  "/oidc/jwks",
  "/oidc/me",
  "/oidc/sign-in/abc",
  "/oidc/sign-in/",
  "/oidc/sign-in/__proto__",
  "/oidc/reg",
  "/oidc/.well-known/openid-configuration",
  "/oidc/token/introspection",
  "/oidc",
  "/oidc/",
  "/oidc/token/revocation",
  "/oidc/session/end",
  "/oidc/device",
  "/oidc/request",
  "/oidc/x",
  "/oidc/token/",
  "/oidc//token",
  "/oidc/../oidc/token",
  "/oidc?",
  "/oidc/%2e%2e/token",
]

/** Paths of the identity server, known and unknown. */
export const identityPath: fc.Arbitrary<string> = spoilt(fc.constantFrom(...identityPaths), 10)
