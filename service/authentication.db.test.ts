import {
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from "jose"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { acceptedScopes, allScopes, catalogue, domains, printPath } from "@/lib/catalogue"
import { publicKeyOf } from "./identity/keys"
import { smallParameters } from "./testing/small-data"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
})
afterAll(() => service.stop())

const ask = (authorization?: string) =>
  service.get("/v1/highscores", { headers: authorization ? { authorization } : {} })

interface Claims {
  issuer?: string
  audience?: string
  expires?: number
  notBefore?: number
  header?: Partial<JWTHeaderParameters>
  key?: CryptoKey
}

const seconds = () => Math.floor(Date.now() / 1000)

/** A token signed like one of the identity server, changed by `claims`. */
async function forge(claims: Claims = {}): Promise<string> {
  const key = claims.key ?? (await importJWK(service.keys.signing))
  return new SignJWT({ client_id: "demo-dashboard", scope: "svc.api" })
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", ...claims.header })
    .setIssuer(claims.issuer ?? `${service.origin}/oidc`)
    .setAudience(claims.audience ?? service.url)
    .setExpirationTime(claims.expires ?? seconds() + 60)
    .setNotBefore(claims.notBefore ?? seconds() - 60)
    .sign(key)
}

const foreignKey = async () => (await generateKeyPair("RS256")).privateKey

/** Algorithm confusion attack: signs with HMAC and the public key as the secret. */
async function forgeWithPublicKey(): Promise<string> {
  const jwk: JWK = publicKeyOf(service.keys.signing)
  const text = await exportSPKI((await importJWK(jwk, "RS256")) as CryptoKey)
  return new SignJWT({ client_id: "demo-dashboard", scope: "svc.api" })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
    .setIssuer(`${service.origin}/oidc`)
    .setAudience(service.url)
    .setExpirationTime("1m")
    .sign(new TextEncoder().encode(text))
}

const unsigned = () =>
  new UnsecuredJWT({ client_id: "demo-dashboard", scope: "svc.api" })
    .setIssuer(`${service.origin}/oidc`)
    .setAudience(service.url)
    .setExpirationTime("1m")
    .encode()

describe("a token", () => {
  test("that is valid is accepted, with the scheme in any letter case", async () => {
    const token = await forge()
    expect((await ask(`Bearer ${token}`)).status).toBe(200)
    expect((await ask(`bearer ${token}`)).status).toBe(200)
  })

  // rules: 5.4
  test("that is missing returns a challenge without an error code", async () => {
    const response = await ask()
    expect(response.status).toBe(401)
    expect(response.headers.get("www-authenticate")).toBe("Bearer")
    expect(await response.json()).toMatchObject({ errorCode: "unauthenticated" })
  })

  const faults: [string, () => Promise<string> | string][] = [
    ["of another scheme", () => "Basic ZGVtbzpkZW1v"],
    ["that is malformed", () => "Bearer abc"],
    ["with text that is no JSON", () => "Bearer YWJj.YWJj.YWJj"],
    ["that is expired", async () => `Bearer ${await forge({ expires: seconds() - 5 })}`],
    ["that is not valid yet", async () => `Bearer ${await forge({ notBefore: seconds() + 60 })}`],
    ["signed with another key", async () => `Bearer ${await forge({ key: await foreignKey() })}`],
    ["of another issuer", async () => `Bearer ${await forge({ issuer: "https://other.example" })}`],
    [
      "for another audience",
      async () => `Bearer ${await forge({ audience: "https://other.example" })}`,
    ],
    ["of another type", async () => `Bearer ${await forge({ header: { typ: "JWT" } })}`],
    ["without a signature", () => `Bearer ${unsigned()}`],
    ["signed with the public key as a secret", async () => `Bearer ${await forgeWithPublicKey()}`],
    ["that was altered", async () => `Bearer ${(await forge()).replace(/\.(.)/, ".A$1")}`],
  ]

  test.each(faults)("%s is refused", async (_what, authorization) => {
    const response = await ask(await authorization())
    expect(response.status).toBe(401)
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_token"/)
    expect(await response.json()).toMatchObject({ errorCode: "unauthenticated" })
  })
})

describe("the scopes of every operation", () => {
  const send = async (operation: (typeof catalogue.operations)[number], scope: string) => {
    const headers = { authorization: `Bearer ${await service.token(scope)}` }
    const init =
      operation.method === "PATCH" ? { method: "PATCH", body: "[]", headers } : { headers }
    return service.get(printPath(operation, smallParameters(operation)), init)
  }

  test.each(catalogue.operations)("$id accepts each of its four scopes", async (operation) => {
    for (const scope of acceptedScopes(operation, "svc.api"))
      expect([401, 403]).not.toContain((await send(operation, scope)).status)
  })

  test.each(catalogue.operations)(
    "$id refuses all other scopes and lists the accepted ones",
    async (operation) => {
      const accepted = acceptedScopes(operation, "svc.api")
      const others = allScopes("svc.api").filter((scope) => !accepted.includes(scope))
      const response = await send(operation, others.join(" "))
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({
        errorCode: "insufficient_scope",
        acceptedScopes: accepted,
      })
    },
  )

  test("refuse a token of each other domain", async () => {
    const [operation] = catalogue.operations.filter(({ id }) => id === "highscores")
    if (!operation) throw new Error("no such operation")
    for (const domain of domains.filter((name) => name !== operation.domain))
      expect((await send(operation, `svc.api.${domain}`)).status).toBe(403)
  })
})
