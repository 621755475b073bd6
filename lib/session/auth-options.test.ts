import { expect, test } from "vitest"
import { authOptions, type SignInSessions } from "./auth-options"
import { sessionIdOf } from "./read-session"
import type { Session } from "./session"

const config = {
  issuer: "https://identity.test/tenant",
  clientId: "client",
  clientSecret: "secret",
  roleClaim: "groups",
  secret: "a secret of at least thirty-two characters",
  origin: "http://localhost:3000",
}
const session: Session = { sub: "person-1", name: "Ann", roles: ["hr"], expiresAt: 1000 }
const none: SignInSessions = {
  start: async () => session,
  read: async () => undefined,
  end: async () => {},
}
const options = (origin = config.origin, sessions = none) =>
  authOptions({ ...config, origin }, { sessions, log: { error: () => {} } })

test("with http the cookies are not available to scripts and other sites", () => {
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

test("with https the cookies are bound to this host and to https", () => {
  for (const cookie of Object.values(options("https://reports.test").cookies ?? {})) {
    expect(cookie.name).toMatch(/^__Host-next-auth\./)
    expect(cookie.options).toMatchObject({ secure: true, path: "/" })
    expect(cookie.options).not.toHaveProperty("domain")
  }
})

test("a session is read by its token's digest, and the user is taken from the session only", async () => {
  const asked: string[] = []
  const { adapter } = options(config.origin, {
    ...none,
    async read(id) {
      asked.push(id)
      return session
    },
  })
  expect(await adapter?.getSessionAndUser?.("token")).toEqual({
    session: { sessionToken: "token", userId: "person-1", expires: new Date(1000) },
    user: { id: "person-1", name: "Ann", email: "", emailVerified: null, session },
  })
  expect(asked).toEqual([sessionIdOf("token")])
})

test("no session can be created before a sign-in", async () => {
  const { adapter } = options()
  const created = { sessionToken: "token", userId: "person-1", expires: new Date() }
  await expect(adapter?.createSession?.(created)).rejects.toThrow("Nobody has signed in.")
})

test("sign-in redirects to own pages only", () => {
  const redirect = (url: string) =>
    options().callbacks?.redirect?.({ url, baseUrl: "http://elsewhere.test" })
  expect(redirect("/kpis")).toBe("http://localhost:3000/kpis")
  expect(redirect("https://evil.test/")).toBe("http://localhost:3000/")
})

test("the provider follows its discovery document and is checked by PKCE, state and nonce", () => {
  const endpoint = (name: string) => `https://identity.test/${name}`
  const discovery = {
    issuer: "https://identity.test/tenant",
    authorization_endpoint: endpoint("authorize"),
    token_endpoint: endpoint("token"),
    jwks_uri: endpoint("jwks"),
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  }
  const dependencies = { sessions: none, log: { error: () => {} } }
  expect(authOptions(config, { ...dependencies, discovery }).providers[0]).toMatchObject({
    id: "oidc",
    issuer: "https://identity.test/tenant",
    authorization: { url: endpoint("authorize") },
    token: { url: endpoint("token") },
    jwks_endpoint: endpoint("jwks"),
    client: { token_endpoint_auth_method: "client_secret_post" },
    checks: ["pkce", "state", "nonce"],
  })
})
