import type { Account } from "next-auth"
import type { JWT } from "next-auth/jwt"
import { expect, test } from "vitest"
import { authOptions } from "./auth-options"
import { sessionSeconds } from "./session"

const config = {
  issuer: "https://identity.test/tenant",
  clientId: "client",
  clientSecret: "secret",
  roleClaim: "groups",
  secret: "a secret of at least thirty-two characters",
  origin: "http://localhost:3000",
}
let now = Date.parse("2026-11-21T10:00:00Z")
const options = (origin = config.origin) =>
  authOptions({ ...config, origin }, { clock: () => now, log: { error: () => {} } })

const signIn = (profile: object) =>
  options().callbacks?.jwt?.({
    token: {},
    user: { id: "person-1" },
    account: { access_token: "access", refresh_token: "refresh", id_token: "id" } as Account &
      Record<string, unknown>,
    profile,
  }) as JWT

test("under http the cookies are closed to scripts and other sites", () => {
  for (const cookie of Object.values(options().cookies ?? {})) {
    expect(cookie.name).toMatch(/^next-auth\./)
    expect(cookie.options).toMatchObject({
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure: false,
    })
  }
})

test("under https they are bound to this host and to https", () => {
  for (const cookie of Object.values(options("https://reports.test").cookies ?? {})) {
    expect(cookie.name).toMatch(/^__Host-next-auth\./)
    expect(cookie.options).toMatchObject({ secure: true, path: "/" })
    expect(cookie.options).not.toHaveProperty("domain")
  }
})

test("the cookie holds who it is, the roles and since when, and no token", () => {
  const profile = { sub: "person-1", name: "Ann", email: "ann@demo.test", groups: ["hr", "root"] }
  expect(signIn(profile)).toEqual({
    sub: "person-1",
    name: "Ann",
    email: "ann@demo.test",
    roles: ["hr"],
    signedInAt: now / 1000,
  })
})

test("somebody without a role is signed in and may read nothing", () => {
  expect(signIn({ sub: "person-1" })).toMatchObject({ sub: "person-1", roles: [] })
})

test("reading the session neither lengthens it nor takes over what is sent along", () => {
  const token = signIn({ sub: "person-1", groups: "hr" })
  now += 1000
  const again = options().callbacks?.jwt?.({
    token: { ...token, exp: 1 },
    user: { id: "person-1" },
    account: null,
    trigger: "update",
    session: { roles: ["admin"] },
  })
  expect(again).toEqual(token)
})

test("after eight hours the session is refused", () => {
  const token = signIn({ sub: "person-1", groups: "hr" })
  now += sessionSeconds * 1000
  const renew = () => options().callbacks?.jwt?.({ token, user: { id: "person-1" }, account: null })
  expect(renew).toThrow("The session is over.")
})

test("sign-in leads back to own pages only", () => {
  const redirect = (url: string) =>
    options().callbacks?.redirect?.({ url, baseUrl: "http://elsewhere.test" })
  expect(redirect("/kpis")).toBe("http://localhost:3000/kpis")
  expect(redirect("https://evil.test/")).toBe("http://localhost:3000/")
})

test("the provider is found by discovery and checked by PKCE, state and nonce", () => {
  expect(options().providers[0]).toMatchObject({
    id: "oidc",
    wellKnown: "https://identity.test/tenant/.well-known/openid-configuration",
    checks: ["pkce", "state", "nonce"],
  })
})
