import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { beforeAll, describe, expect, test } from "vitest"
import { createTokenVerifier, type TokenVerifier } from "./tokens"

const issuer = "https://identity.example"
const audience = "https://api.example"
const start = 1_800_000_000

let key: CryptoKey
let verifier: TokenVerifier
let now = start

beforeAll(async () => {
  const pair = await generateKeyPair("RS256")
  key = pair.privateKey
  const publicKey = { ...(await exportJWK(pair.publicKey)), alg: "RS256" }
  verifier = await createTokenVerifier({ publicKey, issuer, audience, clock: () => now * 1000 })
})

const sign = (clientId: string, expires = start + 60) =>
  new SignJWT({ client_id: clientId, scope: "svc.api:read" })
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt" })
    .setIssuer(issuer)
    .setAudience(audience)
    .setNotBefore(start)
    .setExpirationTime(expires)
    .sign(key)

const verifyAt = (seconds: number, token: string) => {
  now = seconds
  return verifier.verify(`Bearer ${token}`)
}

const expired = { code: "unauthenticated", message: "The access token has expired." }
const early = { code: "unauthenticated", message: "The access token is not valid yet." }

describe("a token that was verified before", () => {
  test("still returns its caller and scopes", async () => {
    const token = await sign("client")
    const caller = await verifyAt(start, token)
    expect(await verifyAt(start + 59, token)).toEqual(caller)
    expect(caller).toEqual({ clientId: "client", scopes: new Set(["svc.api:read"]) })
  })

  test("is refused once it has expired, and before it is valid", async () => {
    const token = await sign("client")
    await verifyAt(start, token)
    await expect(verifyAt(start + 60, token)).rejects.toMatchObject(expired)
    await expect(verifyAt(start - 1, token)).rejects.toMatchObject(early)
    expect((await verifyAt(start + 1, token)).clientId).toBe("client")
  })

  test("is recognised with another spelling of the scheme", async () => {
    const token = await sign("client")
    const caller = await verifyAt(start, token)
    now = start + 59
    expect(await verifier.verify(`bearer   ${token}`)).toBe(caller)
    await expect(verifier.verify(`Bearer ${token} `)).rejects.toMatchObject({
      code: "unauthenticated",
    })
  })

  test("does not validate a token that differs in one character", async () => {
    const token = await sign("client")
    await verifyAt(start, token)
    const forged = `${token.slice(0, -10)}${token.at(-10) === "A" ? "B" : "A"}${token.slice(-9)}`
    await expect(verifyAt(start, forged)).rejects.toMatchObject({ code: "unauthenticated" })
  })
})
