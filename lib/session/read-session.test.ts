import { expect, test } from "vitest"
import { readSessionId, sessionIdOf } from "./read-session"

const config = {
  issuer: "https://identity.test",
  clientId: "client",
  clientSecret: "secret",
  roleClaim: "roles",
  secret: "a secret of at least thirty-two characters",
  origin: "http://localhost:3000",
}
const jarOf = (cookies: Record<string, string>) => ({
  get: (name: string) => (cookies[name] === undefined ? undefined : { value: cookies[name] }),
})
const cookie = "next-auth.session-token"

test("the session id is the digest of the cookie's token, and undefined without a cookie", () => {
  expect(readSessionId(jarOf({ [cookie]: "token" }), config)).toBe(sessionIdOf("token"))
  expect(sessionIdOf("token")).not.toContain("token")
  for (const cookies of [{}, { [cookie]: "" }, { [`__Host-${cookie}`]: "token" }])
    expect(readSessionId(jarOf(cookies), config)).toBeUndefined()
})

test("with https only the cookie that is bound to this host is accepted", () => {
  const secure = { ...config, origin: "https://reports.test" }
  expect(readSessionId(jarOf({ [cookie]: "token" }), secure)).toBeUndefined()
  expect(readSessionId(jarOf({ [`__Host-${cookie}`]: "token" }), secure)).toBeDefined()
})
