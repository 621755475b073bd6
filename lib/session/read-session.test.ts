import { hkdfSync } from "node:crypto"
import { EncryptJWT } from "jose"
import { encode } from "next-auth/jwt"
import { expect, test } from "vitest"
import { createSessionReader, hasForeignToken } from "./read-session"
import type { Session } from "./session"

const config = {
  issuer: "https://identity.test",
  clientId: "client",
  clientSecret: "secret",
  roleClaim: "roles",
  secret: "a secret of at least thirty-two characters",
  origin: "http://localhost:3000",
}
const sid = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
const session: Session = { sub: "person-1", roles: ["hr"], expiresAt: 1 }
const cookieName = "next-auth.session-token"

const jarOf = (cookies: Record<string, string>) => ({
  get: (name: string) => (cookies[name] === undefined ? undefined : { value: cookies[name] }),
})

/** A reader over one living session, and the ids that it asked for. */
function openReader() {
  const requested: string[] = []
  const time = { now: 0 }
  const read = async (id: string) => {
    requested.push(id)
    return id === sid ? session : undefined
  }
  const reader = createSessionReader({ config, sessions: { read }, timer: () => time.now })
  return { requested, time, read: (cookies: Record<string, string>) => reader(jarOf(cookies)) }
}

const encrypt = (token: object, { secret = config.secret, maxAge = 3600 } = {}) =>
  encode({ token: { ...token }, secret, maxAge })

test("a session cookie names a session, whole or in chunks", async () => {
  const token = await encrypt({ sid })
  const { read } = openReader()
  expect(await read({ [cookieName]: token })).toEqual(session)
  const chunks = { [`${cookieName}.0`]: token.slice(0, 50), [`${cookieName}.1`]: token.slice(50) }
  expect(await read(chunks)).toEqual(session)
})

test("no cookie, a tampered, expired, endless or foreign one, another key's and alg none are nobody, and no session is looked for", async () => {
  const encrypted = await encrypt({ sid })
  const flipped = (at: number) =>
    encrypted.slice(0, at) + (encrypted[at] === "A" ? "B" : "A") + encrypted.slice(at + 1)
  const plain = btoa(JSON.stringify({ sid })).replace(/=+$/, "")
  const { requested, read } = openReader()
  const forged = [
    {},
    { [cookieName]: "" },
    { [cookieName]: "x.y.z" },
    ...[0, 30, 60, encrypted.length - 6].map((at) => ({ [cookieName]: flipped(at) })),
    { [cookieName]: await encrypt({ sid }, { secret: "another secret of thirty-two characters" }) },
    { [cookieName]: await encrypt({ sid }, { maxAge: -60 }) },
    { [cookieName]: `${btoa('{"alg":"none"}')}.${plain}.` },
    { [cookieName]: `${btoa('{"alg":"none","enc":"none"}')}..${plain}..` },
    { [cookieName]: `${btoa('{"alg":"HS256"}')}.${plain}.${"A".repeat(43)}` },
    { [cookieName]: await encrypt({ sub: "person-1", roles: ["admin"], signedInAt: 1 }) },
    { [cookieName]: await encrypt({ sid: "' or true --" }) },
    { [cookieName]: await encrypt({ sid: [sid] }) },
    { [`__Host-${cookieName}`]: encrypted },
  ]
  for (const cookies of forged) expect(await read(cookies)).toBeUndefined()
  expect(requested).toEqual([])
})

test("a cookie in more chunks than any session has is not put together", async () => {
  const reader = createSessionReader({
    config,
    sessions: { read: async () => session },
    timer: () => 0,
  })
  let gets = 0
  const get = () => {
    gets += 1
    return gets > 1000 ? undefined : { value: "a".repeat(3900) }
  }
  expect(await reader({ get })).toBeUndefined()
  expect(gets).toBeLessThan(5)
})

test("under https only the cookie that is bound to this host counts", async () => {
  const encrypted = await encrypt({ sid })
  const origin = "https://reports.test"
  const reader = createSessionReader({
    config: { ...config, origin },
    sessions: { read: async () => session },
    timer: () => 0,
  })
  expect(await reader(jarOf({ [cookieName]: encrypted }))).toBeUndefined()
  expect(await reader(jarOf({ [`__Host-${cookieName}`]: encrypted }))).toEqual(session)
})

test("a cookie that was read a moment ago is known again, and its session is looked for each time", async () => {
  const { requested, time, read } = openReader()
  const cookies = { [cookieName]: await encrypt({ sid }) }
  const first = await read(cookies)
  time.now += 59_999
  expect(await read(cookies)).toBe(first)
  expect(requested).toEqual([sid, sid])
})

/** A token under the key of next-auth's own, by another algorithm that the key fits. */
const encryptBy = (header: { readonly alg: string; readonly enc: string }) =>
  new EncryptJWT({ sid })
    .setProtectedHeader(header)
    .setIssuedAt()
    .setExpirationTime("1h")
    .encrypt(
      new Uint8Array(
        hkdfSync("sha256", config.secret, "", "NextAuth.js Generated Encryption Key", 32),
      ),
    )

test("a cookie counts by the one algorithm of the dashboard, whatever else its key fits", async () => {
  const { requested, read } = openReader()
  const own = { alg: "dir", enc: "A256GCM" }
  expect(await read({ [cookieName]: await encryptBy(own) })).toEqual(session)
  for (const header of [
    { alg: "dir", enc: "A128CBC-HS256" },
    { alg: "A256KW", enc: "A256GCM" },
    { alg: "A256GCMKW", enc: "A256GCM" },
  ]) {
    const token = await encryptBy(header)
    expect(await read({ [cookieName]: token })).toBeUndefined()
    for (const name of ["state", "nonce", "pkce.code_verifier"]) {
      expect(hasForeignToken(jarOf({ [`next-auth.${name}`]: token }), config)).toBe(true)
      const usual = { [`next-auth.${name}`]: await encryptBy(own) }
      expect(hasForeignToken(jarOf(usual), config)).toBe(false)
    }
  }
  expect(requested).toEqual([sid])
  expect(hasForeignToken(jarOf({}), config)).toBe(false)
})
