import { Agent } from "undici"
import { afterEach, beforeEach, expect, test } from "vitest"
import { catalogue } from "../catalogue"
import { defaultLimits } from "./config"
import { createSender } from "./send-request"
import {
  answerJson,
  numberedTokens,
  type ScriptedPlatform,
  startScriptedPlatform,
} from "./testing/scripted-platform"
import {
  createTokenSource,
  neededScopes,
  type Pay,
  type SavedToken,
  type TokenStore,
} from "./token-source"
import { UpstreamError } from "./upstream-error"

let platform: ScriptedPlatform
let now: number

beforeEach(async () => {
  platform = await startScriptedPlatform()
  now = 1_000_000
})
afterEach(() => platform.stop())

const payNothing: Pay = (call) => call()

const createTokens = (tokenStore?: TokenStore) =>
  createTokenSource({
    catalogue,
    config: {
      apiUrl: platform.apiUrl,
      tokenUrl: platform.tokenUrl,
      clientId: "client one",
      clientSecret: "s&cret",
      scopePrefix: "acme.api",
    },
    clock: () => now,
    send: createSender({ dispatcher: new Agent(), limits: defaultLimits }),
    tokenStore,
  })

// rules: Authentication 2
test("the scopes are one read scope per domain and write for departments", () => {
  expect(neededScopes(catalogue, "acme.api").toSorted()).toEqual([
    "acme.api.calendars:read",
    "acme.api.content:read",
    "acme.api.highscores:read",
    "acme.api.kpis:read",
    "acme.api.notifications:read",
    "acme.api.serviceform:read",
    "acme.api.training:read",
    "acme.api.users:read",
    "acme.api.users:write",
  ])
})

// rules: Authentication 2
test("the request is a form with grant, client and scopes", async () => {
  await createTokens().getToken(payNothing)
  const [request] = platform.tokenRequests
  expect(request?.method).toBe("POST")
  expect(request?.headers["content-type"]).toBe("application/x-www-form-urlencoded")
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    grant_type: "client_credentials",
    client_id: "client one",
    client_secret: "s&cret",
    scope: neededScopes(catalogue, "acme.api").join(" "),
  })
})

test("fifty parallel calls send one token request", async () => {
  const tokens = createTokens()
  const got = await Promise.all(Array.from({ length: 50 }, () => tokens.getToken(payNothing)))
  expect(new Set(got)).toEqual(new Set(["token-1"]))
  expect(platform.tokenRequests).toHaveLength(1)
})

// rules: Authentication 2
test.each([3600, "3600"])(
  "a token with expires_in %j is renewed one minute before it expires",
  async (expiresIn) => {
    platform.onToken = numberedTokens(expiresIn)
    const tokens = createTokens()
    await tokens.getToken(payNothing)
    now += 3_539_000
    expect(await tokens.getToken(payNothing)).toBe("token-1")
    expect(platform.tokenRequests).toHaveLength(1)
    now += 1_000
    expect(await tokens.getToken(payNothing)).toBe("token-1")
    await expect.poll(() => tokens.getToken(payNothing)).toBe("token-2")
  },
)

// rules: Authentication 2
test("a short-lived token is renewed after four fifths of its lifetime", async () => {
  platform.onToken = numberedTokens(10)
  const tokens = createTokens()
  await tokens.getToken(payNothing)
  now += 7_999
  expect(await tokens.getToken(payNothing)).toBe("token-1")
  expect(platform.tokenRequests).toHaveLength(1)
  now += 1
  await expect.poll(() => tokens.getToken(payNothing)).toBe("token-2")
})

test("while renewal fails, the token is used until it expires", async () => {
  const tokens = createTokens()
  await tokens.getToken(payNothing)
  platform.onToken = answerJson({}, 500)
  now += 3_550_000
  expect(await tokens.getToken(payNothing)).toBe("token-1")
  now += 60_000
  await expect(tokens.getToken(payNothing)).rejects.toMatchObject({ code: "upstream_failed" })
})

test("a failure is cached for one second before the next request", async () => {
  const tokens = createTokens()
  platform.onToken = answerJson({}, 503)
  await expect(tokens.getToken(payNothing)).rejects.toMatchObject({ code: "upstream_unavailable" })
  await expect(tokens.getToken(payNothing)).rejects.toMatchObject({ code: "upstream_unavailable" })
  expect(platform.tokenRequests).toHaveLength(1)
  platform.onToken = numberedTokens()
  now += 1_000
  expect(await tokens.getToken(payNothing)).toBe("token-1")
})

test.each([
  ["a wrong secret", answerJson({ error: "invalid_client" }, 401), "upstream_unauthorized"],
  ["a scope that is refused", answerJson({ error: "invalid_scope" }, 400), "upstream_unauthorized"],
  ["an answer without a token", answerJson({ expires_in: 3600 }), "upstream_invalid"],
  [
    "an expires_in that is no number",
    answerJson({ access_token: "t", expires_in: "soon" }),
    "upstream_invalid",
  ],
  ["HTML", (response) => response.end("<html>"), "upstream_invalid"],
  ["a redirect", answerJson({}, 302, { location: "http://127.0.0.1:1/" }), "upstream_invalid"],
  ["a broken connection", (response) => response.destroy(), "upstream_unreachable"],
] as const satisfies readonly (readonly [string, ScriptedPlatform["onToken"], string])[])(
  "%s is reported as a coded error",
  async (_, script, code) => {
    platform.onToken = script
    await expect(createTokens().getToken(payNothing)).rejects.toMatchObject({
      name: "UpstreamError",
      code,
    })
  },
)

test("a discarded token is replaced once, however many calls discard it", async () => {
  const tokens = createTokens()
  const token = await tokens.getToken(payNothing)
  tokens.discardToken(token)
  expect(await tokens.getToken(payNothing)).toBe("token-2")
  tokens.discardToken(token)
  expect(await tokens.getToken(payNothing)).toBe("token-2")
})

/** A token store that two instances share. */
function createTestTokenStore(saved?: SavedToken): TokenStore {
  let held = saved
  return {
    read: async () => held,
    write: async (token) => {
      held = token
    },
  }
}

test("instances that share a token store share one token until it is refused or expires", async () => {
  const tokenStore = createTestTokenStore()
  const [one, two] = [createTokens(tokenStore), createTokens(tokenStore)]
  expect(await one.getToken(payNothing)).toBe("token-1")
  expect(await two.getToken(payNothing)).toBe("token-1")
  two.discardToken("token-1")
  expect(await two.getToken(payNothing)).toBe("token-2")
  expect(await createTokens(tokenStore).getToken(payNothing)).toBe("token-2")
  now += 3_600_000
  expect(await createTokens(tokenStore).getToken(payNothing)).toBe("token-3")
  expect(platform.tokenRequests).toHaveLength(3)
})

// rules: Authentication 2
test("of the instances that share a token store, one renews the token for all before it expires", async () => {
  const tokenStore = createTestTokenStore()
  const [one, two] = [createTokens(tokenStore), createTokens(tokenStore)]
  for (const tokens of [one, two]) expect(await tokens.getToken(payNothing)).toBe("token-1")
  now += 3_540_000
  for (const tokens of [one, two]) {
    expect(await tokens.getToken(payNothing)).toBe("token-1")
    await expect.poll(() => tokens.getToken(payNothing)).toBe("token-2")
  }
  expect(platform.tokenRequests).toHaveLength(2)
})

test("a saved token without a renewal time is used until one minute before it expires", async () => {
  const tokenStore = createTestTokenStore({ text: "kept", expiresAt: now + 3_600_000 })
  expect(await createTokens(tokenStore).getToken(payNothing)).toBe("kept")
  now += 3_540_000
  expect(await createTokens(tokenStore).getToken(payNothing)).toBe("token-1")
})

test("a token's lifetime starts when it is requested, however long the response takes", async () => {
  const answer = numberedTokens(10)
  platform.onToken = (...requested) => {
    now += 3_000
    answer(...requested)
  }
  const tokens = createTokens()
  await tokens.getToken(payNothing)
  now += 7_000
  expect(await tokens.getToken(payNothing)).toBe("token-2")
})

test("a failing token store does not prevent a token request", async () => {
  const broken = {
    read: () => Promise.reject(new Error()),
    write: () => Promise.reject(new Error()),
  }
  expect(await createTokens(broken).getToken(payNothing)).toBe("token-1")
})

// rules: Rate limit 3
test("a token request uses quota, and is not sent if the quota refuses it", async () => {
  const refuse: Pay = () => Promise.reject(new UpstreamError("quota_exhausted", { retryAfter: 30 }))
  const tokens = createTokens()
  await expect(tokens.getToken(refuse)).rejects.toMatchObject({ code: "quota_exhausted" })
  expect(platform.tokenRequests).toHaveLength(0)
  expect(await tokens.getToken(payNothing)).toBe("token-1")
})

test("a token request that the breaker refuses does not count as a failure of the endpoint", async () => {
  const refusal = new UpstreamError("upstream_unavailable", { retryAfter: 10, sent: false })
  const tokens = createTokens()
  await expect(tokens.getToken(() => Promise.reject(refusal))).rejects.toBe(refusal)
  expect(await tokens.getToken(payNothing)).toBe("token-1")
})
