import { expect, test } from "vitest"
import { authOptions } from "./auth-options"
import { SessionError } from "./session"
import type { Sessions } from "./sessions"

const config = {
  issuer: "https://identity.test/tenant",
  clientId: "client",
  clientSecret: "secret",
  roleClaim: "groups",
  secret: "a secret of at least thirty-two characters",
  origin: "http://localhost:3000",
}
const sid = "q7Jw0a1b2c3d4e5f4a6b8c7d9e0f1a2b3c4d5e6f7A_"
const none: Sessions = {
  start: async () => sid,
  read: async () => undefined,
  rolesOf: async () => [],
  end: async () => {},
  endAll: async () => 0,
  endEverybody: async () => 0,
  endOthers: async () => 0,
  endOwn: async () => false,
  list: async () => [],
  findPeople: async () => [],
}
const options = (origin = config.origin, sessions = none) =>
  authOptions({ ...config, origin }, { sessions, log: { error: () => {} } })

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

const readAgain = (sessions: Sessions) =>
  options(config.origin, sessions).callbacks?.jwt?.({
    token: { sid, exp: 1, roles: ["admin"] },
    user: { id: "person-1" },
    account: null,
    trigger: "update",
    session: { roles: ["admin"] },
  })

test("reading a living session takes over nothing that is sent along, and an ended one is refused", async () => {
  const session = { sub: "person-1", roles: ["hr"], expiresAt: 1 } as const
  expect(await readAgain({ ...none, read: async () => session })).toEqual({ sid })
  await expect(readAgain(none)).rejects.toThrow("The session is over.")
})

test("a fault of the table signs nobody out", async () => {
  const read = async () => Promise.reject(new SessionError("store_unavailable"))
  expect(await readAgain({ ...none, read })).toEqual({ sid })
})

test("sign-in leads back to own pages only", () => {
  const redirect = (url: string) =>
    options().callbacks?.redirect?.({ url, baseUrl: "http://elsewhere.test" })
  expect(redirect("/kpis")).toBe("http://localhost:3000/kpis")
  expect(redirect("https://evil.test/")).toBe("http://localhost:3000/")
})

test("the provider is as its own document says, checked by PKCE, state and nonce", () => {
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
