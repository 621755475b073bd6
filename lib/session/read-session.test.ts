import { encode } from "next-auth/jwt"
import { expect, test } from "vitest"
import { createSessionReader } from "./read-session"
import { sessionSeconds } from "./session"

const config = {
  issuer: "https://identity.test",
  clientId: "client",
  clientSecret: "secret",
  roleClaim: "roles",
  secret: "a secret of at least thirty-two characters",
  origin: "http://localhost:3000",
}
const now = Date.now()
const signedInAt = Math.floor(now / 1000)
const claims = { sub: "person-1", name: "Ann", email: "ann@demo.test", roles: ["hr"], signedInAt }
const cookieName = "next-auth.session-token"

const jarOf = (cookies: Record<string, string>) => ({
  get: (name: string) => (cookies[name] === undefined ? undefined : { value: cookies[name] }),
})
const read = (cookies: Record<string, string>, at = now) =>
  createSessionReader({ config, clock: () => at })(jarOf(cookies))
const seal = (token: object, secret = config.secret) =>
  encode({ token: { ...token }, secret, maxAge: 30 * 24 * 3600 })

test("a session cookie is a person with roles and an end", async () => {
  expect(await read({ [cookieName]: await seal(claims) })).toEqual({
    sub: "person-1",
    name: "Ann",
    email: "ann@demo.test",
    roles: ["hr"],
    expiresAt: (signedInAt + sessionSeconds) * 1000,
  })
})

test("a cookie in chunks is put together", async () => {
  const token = await seal(claims)
  const cookies = { [`${cookieName}.0`]: token.slice(0, 50), [`${cookieName}.1`]: token.slice(50) }
  expect(await read(cookies)).toMatchObject({ sub: "person-1" })
})

test("eight hours after sign-in it is over, whatever the cookie says", async () => {
  const cookies = { [cookieName]: await seal(claims) }
  const end = (signedInAt + sessionSeconds) * 1000
  expect(await read(cookies, end - 1)).toBeDefined()
  expect(await read(cookies, end)).toBeUndefined()
})

test("unknown roles are ignored", async () => {
  const token = await seal({ ...claims, roles: ["root", "analyst"] })
  expect(await read({ [cookieName]: token })).toMatchObject({ roles: ["analyst"] })
})

test("no cookie, a forged one, another key's, alg none and foreign claims are nobody", async () => {
  const sealed = await seal(claims)
  const none = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`
  const forged = [
    {},
    { [cookieName]: "" },
    { [cookieName]: "x.y.z" },
    { [cookieName]: `${sealed.slice(0, -4)}AAAA` },
    { [cookieName]: await seal(claims, "another secret of thirty-two characters") },
    { [cookieName]: none },
    { [cookieName]: await seal({ sub: "person-1", roles: ["admin"] }) },
    { [cookieName]: await seal({ ...claims, sub: "" }) },
    { [`__Host-${cookieName}`]: sealed },
  ]
  for (const cookies of forged) expect(await read(cookies)).toBeUndefined()
})
