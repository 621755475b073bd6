import { EncryptJWT } from "jose"
import { expect, test } from "vitest"
import { createLog } from "../http/log"
import { createAnswerAuth } from "./answer-auth"

const config = {
  issuer: "https://identity.test",
  clientId: "client",
  clientSecret: "secret",
  roleClaim: "roles",
  secret: "a secret of at least thirty-two characters",
  origin: "http://localhost:3000",
}
const none = {
  start: async () => "",
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

const answerAuth = createAnswerAuth({
  audit: { record: async () => {}, require: async () => {} },
  config,
  sessions: none,
  discover: () => Promise.reject(new Error("Nobody asks the identity.")),
  log: createLog({ write: () => {} }),
})

/** What a browser with this cookie is answered, and whether next-auth was asked. */
async function answerWith(name: string, value: string) {
  let isAsked = false
  const jar = { get: (asked: string) => (asked === name ? { value } : undefined) }
  const request = { cookies: jar, headers: new Headers(), method: "GET", action: "csrf" }
  const answer = await answerAuth(request, async () => {
    isAsked = true
    return new Response()
  })
  return { status: answer.status, isAsked }
}

const encryptBy = (enc: string) =>
  new EncryptJWT({ value: "planted" })
    .setProtectedHeader({ alg: "dir", enc })
    .encrypt(new Uint8Array(32))

test("a sign-in under way whose cookie is encrypted in another way is refused before anything opens it", async () => {
  const foreign = await encryptBy("A128CBC-HS256")
  for (const cookie of ["state", "nonce", "pkce.code_verifier"]) {
    const name = `next-auth.${cookie}`
    expect(await answerWith(name, foreign)).toEqual({ status: 400, isAsked: false })
    expect(await answerWith(name, "x")).toEqual({ status: 400, isAsked: false })
    expect(await answerWith(name, await encryptBy("A256GCM"))).toEqual({
      status: 200,
      isAsked: true,
    })
  }
  expect(await answerWith("another", foreign)).toEqual({ status: 200, isAsked: true })
})
