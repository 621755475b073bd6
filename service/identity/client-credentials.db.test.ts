import { decodeJwt, decodeProtectedHeader } from "jose"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { allScopes } from "@/lib/catalogue"
import { startTestService, type TestService } from "../testing/test-service"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), tokenTtlSeconds: 1234 })
})
afterAll(() => service.stop())

const basic = `Basic ${Buffer.from("demo-dashboard:demo-dashboard-secret").toString("base64")}`
const secrets = { client_id: "demo-dashboard", client_secret: "demo-dashboard-secret" }

async function ask(form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ grant_type: "client_credentials", ...form })
  const response = await fetch(`${service.origin}/oidc/token`, { method: "POST", body, headers })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

// rules: 5.4, Authentication 1
test("a client with its secret in the body gets a signed JWT for the API", async () => {
  const { status, body } = await ask({ ...secrets, scope: "svc.api.users:read svc.api.kpis" })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    token_type: "Bearer",
    expires_in: 1234,
    scope: "svc.api.users:read svc.api.kpis",
  })
  const token = body["access_token"] ?? ""
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: "RS256", typ: "at+jwt" })
  const claims = decodeJwt(token)
  expect(claims).toMatchObject({
    iss: `${service.origin}/oidc`,
    aud: service.url,
    client_id: "demo-dashboard",
    scope: "svc.api.users:read svc.api.kpis",
  })
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(1234)
})

// rules: Authentication 1
test("a client with its secret in the Basic header gets a token for all scopes", async () => {
  const scope = allScopes("svc.api").join(" ")
  const { status, body } = await ask({ scope }, { authorization: basic })
  expect([status, body["scope"]]).toEqual([200, scope])
})

test.each([
  ["an unknown scope", { scope: "svc.api.payroll" }, "invalid_scope"],
  ["an unknown scope among known ones", { scope: "svc.api svc.api.payroll" }, "invalid_scope"],
  ["a scope for people", { scope: "openid" }, "invalid_scope"],
  ["no scope", {}, "invalid_scope"],
  ["another resource", { scope: "svc.api", resource: "https://other.example" }, "invalid_target"],
  ["a wrong secret", { scope: "svc.api", client_secret: "guess" }, "invalid_client"],
  ["an unknown client", { scope: "svc.api", client_id: "stranger" }, "invalid_client"],
  ["a client of a NUL", { scope: "svc.api", client_id: "\0" }, "invalid_client"],
  ["an unknown grant", { scope: "svc.api", grant_type: "password" }, "unsupported_grant_type"],
])("%s is refused", async (_what, form: Record<string, string>, error) => {
  const { status, body } = await ask({ ...secrets, ...form })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body["error"]).toBe(error)
})

test("the public key is published without the private key", async () => {
  const response = await fetch(`${service.origin}/oidc/jwks`)
  const { keys } = (await response.json()) as { keys: Record<string, string>[] }
  expect(keys).toHaveLength(1)
  expect(keys[0]).toMatchObject({ kty: "RSA", alg: "RS256", kid: service.keys.signing.kid })
  expect(keys[0]).not.toHaveProperty("d")
})

test("discovery returns the issuer and endpoint URLs below it", async () => {
  const response = await fetch(`${service.origin}/oidc/.well-known/openid-configuration`)
  const issuer = `${service.origin}/oidc`
  expect(await response.json()).toMatchObject({
    issuer,
    token_endpoint: `${issuer}/token`,
    authorization_endpoint: `${issuer}/auth`,
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/jwks`,
  })
})
