import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import {
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWTPayload,
  SignJWT,
} from "jose"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SessionConfig } from "./config"
import { askIdentity } from "./confirm-session"
import { createDiscovery, createIdentityClient } from "./identity-client"
import { createTokenCipher, type IdentityTokens, type StoredSession } from "./session"

type Answer = { readonly status: number; readonly body: unknown } | undefined

/** An identity as other vendors make them: what it answers is the test's to say. */
const script: { userinfo: Answer; token: Answer; methods: string[]; issuer?: string | undefined } =
  {
    userinfo: undefined,
    token: undefined,
    methods: [],
  }
const keys = await generateKeyPair("RS256", { extractable: true })
/** The same key, for the other padding. */
const paddedKey = await importPKCS8(await exportPKCS8(keys.privateKey), "PS256")
const foreignKeys = await generateKeyPair("RS256")
const curveKeys = await generateKeyPair("ES256")
const jwks = {
  keys: [
    { ...(await exportJWK(keys.publicKey)), kid: "key" },
    { ...(await exportJWK(curveKeys.publicKey)), kid: "curve" },
  ],
}
const requested: { path: string; authorization: string; body: string }[] = []
let server: Server
let issuer = ""

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    const path = request.url ?? ""
    const { authorization = "" } = request.headers
    const origin = issuer.replace(/\/$/, "")
    const discovery = {
      issuer: script.issuer ?? issuer,
      authorization_endpoint: `${origin}/authorize`,
      jwks_uri: `${origin}/jwks`,
      token_endpoint: `${origin}/token`,
      ...(script.userinfo && { userinfo_endpoint: `${origin}/userinfo` }),
      token_endpoint_auth_methods_supported: script.methods,
    }
    if (path === "/jwks") return void response.end(JSON.stringify(jwks))
    if (!path.startsWith("/.well-known")) requested.push({ path, authorization, body })
    const answers: Record<string, Answer> = { "/userinfo": script.userinfo, "/token": script.token }
    const answer = answers[path] ?? { status: 200, body: discovery }
    response.writeHead(answer.status, { "content-type": "application/json" })
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  requested.length = 0
  Object.assign(script, {
    userinfo: { status: 200, body: { sub: "person" } },
    token: undefined,
    methods: ["client_secret_basic"],
    issuer: undefined,
  })
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const cipher = createTokenCipher({ secret: "a secret of at least thirty-two characters" })

async function ask(
  tokens: IdentityTokens,
  id = "session",
  saved: string[] = [],
  idTokenAlgorithm: SessionConfig["idTokenAlgorithm"] = "RS256",
) {
  const config = {
    issuer,
    clientId: "client one",
    clientSecret: "s:e&c ret",
    roleClaim: "groups",
    idTokenAlgorithm,
    secret: "unused",
    origin: "http://localhost:3000",
  }
  const session: StoredSession = {
    id,
    person: "person",
    name: "Ann",
    email: "ann@demo.test",
    roles: ["hr"],
    tokens: cipher.encrypt("session", tokens),
    expiresAt: 0,
    endsInMs: 0,
    confirmedMsAgo: 0,
  }
  const store = {
    readIdle: async () => session,
    claimRenewal: async () => true,
    replaceTokens: async (_id: string, _old: string, next: string) => void saved.push(next),
  }
  const identity = createIdentityClient(
    config,
    createDiscovery(issuer, () => 0),
  )
  const answer = await askIdentity({ store, identity, cipher, roleClaim: "groups" }, session)
  return { answer, saved }
}

interface Signing {
  readonly key?: Parameters<SignJWT["sign"]>[0]
  readonly alg?: string
  readonly typ?: string
  readonly kid?: string
}

/** An id token as the identity makes them, but for what is said. */
const idToken = (
  claims: JWTPayload,
  { key = keys.privateKey, alg = "RS256", typ, kid = "key" }: Signing = {},
) =>
  new SignJWT({
    iss: issuer,
    aud: "client one",
    iat: seconds(),
    exp: seconds() + 300,
    ...claims,
  })
    .setProtectedHeader({ alg, kid, ...(typ && { typ }) })
    .sign(key)

const seconds = () => Math.floor(Date.now() / 1000)

const byUserinfo = { access: "access", rolesFrom: "userinfo" } as const
const byIdToken = { access: "access", refresh: "refresh-1", rolesFrom: "id_token" } as const

test("roles from userinfo are those of now, and a missing claim is no role", async () => {
  script.userinfo = { status: 200, body: { sub: "person", groups: "analyst", name: "Ann Lee" } }
  expect((await ask(byUserinfo)).answer).toEqual({
    name: "Ann Lee",
    email: "ann@demo.test",
    roles: ["analyst"],
  })
  script.userinfo = { status: 200, body: { sub: "person" } }
  expect((await ask(byUserinfo)).answer).toMatchObject({ name: "Ann", roles: [] })
  expect(requested[0]).toMatchObject({ path: "/userinfo", authorization: "Bearer access" })
})

test("roles from the id token come with new tokens, which are stored encrypted", async () => {
  const id_token = await idToken({ sub: "person", groups: ["admin"] })
  script.token = {
    status: 200,
    body: { access_token: "access-2", refresh_token: "refresh-2", id_token },
  }
  const { answer, saved } = await ask(byIdToken)
  expect(answer).toMatchObject({ roles: ["admin"] })
  expect(cipher.decrypt("session", saved[0] ?? "")).toEqual({
    access: "access-2",
    refresh: "refresh-2",
    rolesFrom: "id_token",
  })
  const [request] = requested
  expect(request?.body).toBe("grant_type=refresh_token&refresh_token=refresh-1")
  expect(atob(request?.authorization.replace("Basic ", "") ?? "")).toBe("client+one:s%3Ae%26c+ret")
})

test.each(["JWT", "application/jwt", "id_token+jwt"])(
  "a new id token may say that it is one: %s",
  async (typ) => {
    const id_token = await idToken({ sub: "person", groups: ["admin"] }, { typ })
    script.token = { status: 200, body: { access_token: "access-2", id_token } }
    expect((await ask(byIdToken)).answer).toMatchObject({ roles: ["admin"] })
  },
)

test("an identity that takes the secret in the form gets it there", async () => {
  script.methods = ["client_secret_post"]
  script.token = { status: 200, body: { access_token: "access-2" } }
  expect((await ask(byIdToken)).answer).toMatchObject({ roles: ["hr"] })
  expect(Object.fromEntries(new URLSearchParams(requested[0]?.body))).toEqual({
    grant_type: "refresh_token",
    refresh_token: "refresh-1",
    client_id: "client one",
    client_secret: "s:e&c ret",
  })
})

test("without refresh token or userinfo the roles of the id token stay", async () => {
  const { refresh: _, ...tokens } = byIdToken
  expect((await ask(tokens)).answer).toMatchObject({ roles: ["hr"] })
  script.userinfo = undefined
  expect((await ask(tokens)).answer).toMatchObject({ roles: ["hr"] })
})

// rules: Sessions 2
test.each([
  ["userinfo refuses the token and there is no other", byUserinfo, { status: 401, body: {} }],
  ["userinfo forbids it to the person", byUserinfo, { status: 403, body: {} }],
  [
    "userinfo forbids it to the person under new tokens as well",
    { ...byUserinfo, refresh: "refresh-1" },
    { status: 403, body: {} },
    { status: 200, body: { access_token: "access-2" } },
  ],
  [
    "userinfo is about somebody else",
    byUserinfo,
    { status: 200, body: { sub: "other", groups: "admin" } },
  ],
  [
    "the refresh token is refused",
    { ...byUserinfo, refresh: "refresh-1" },
    { status: 401, body: {} },
    { status: 400, body: { error: "invalid_grant" } },
  ],
  [
    "new tokens are refused as well",
    { ...byUserinfo, refresh: "refresh-1" },
    { status: 401, body: {} },
    { status: 200, body: { access_token: "access-2" } },
  ],
])("the sign-in has ended where %s", async (_, tokens, userinfo, token?: Answer) => {
  Object.assign(script, { userinfo, token })
  expect((await ask(tokens)).answer).toBe("ended")
})

// rules: Identity
test.each<[string, JWTPayload, Signing?]>([
  ["is signed with another key", {}, { key: foreignKeys.privateKey }],
  [
    "is signed with the client's secret",
    {},
    { key: new TextEncoder().encode("s:e&c ret".repeat(8)), alg: "HS256" },
  ],
  ["is of another issuer", { iss: "https://other.test" }],
  ["is for another client", { aud: "another client" }],
  ["is for this client by way of another", { aud: ["client one", "another"], azp: "another" }],
  ["has expired", { exp: seconds() - 60 }],
  ["never expires", { exp: undefined as unknown as number }],
  ["is not valid yet", { nbf: seconds() + 60 }],
  ["calls itself a logout token", {}, { typ: "logout+jwt" }],
  ["calls itself an access token", {}, { typ: "application/at+jwt" }],
  ["tells of a sign-out", { events: { "http://schemas.openid.net/event/backchannel-logout": {} } }],
])(
  "no role is taken from a new id token that %s, and its tokens are kept",
  async (_, claims, signing) => {
    const id_token = await idToken({ sub: "person", groups: ["admin"], ...claims }, signing)
    const body = { access_token: "access-2", refresh_token: "refresh-2", id_token }
    script.token = { status: 200, body }
    const cached: string[] = []
    await expect(ask(byIdToken, "session", cached)).rejects.toThrow()
    expect(cipher.decrypt("session", cached[0] ?? "")).toMatchObject({ refresh: "refresh-2" })
  },
)

test("an id token counts by the one signature of the settings, though the identity's other keys fit", async () => {
  const claims = { sub: "person", groups: ["admin"] }
  const byCurve = await idToken(claims, { key: curveKeys.privateKey, alg: "ES256", kid: "curve" })
  const byPadding = await idToken(claims, { key: paddedKey, alg: "PS256" })
  for (const [chosen, id_token] of [
    ["ES256", byCurve],
    ["PS256", byPadding],
  ] as const) {
    script.token = { status: 200, body: { access_token: "access-2", id_token } }
    expect((await ask(byIdToken, "session", [], chosen)).answer).toMatchObject({ roles: ["admin"] })
    await expect(ask(byIdToken)).rejects.toThrow()
  }
  script.token = {
    status: 200,
    body: { access_token: "access-2", id_token: await idToken(claims) },
  }
  await expect(ask(byIdToken, "session", [], "ES256")).rejects.toThrow()
})

// rules: Identity
test("an identity that says it is another issuer is not asked, and neither is one that differs by a slash", async () => {
  script.issuer = "https://other.test"
  await expect(ask(byUserinfo)).rejects.toThrow("of another issuer.")
  script.issuer = `${issuer}/`
  await expect(ask(byUserinfo)).rejects.toThrow(
    "AUTH_OIDC_ISSUER must have it where the document does, and only there.",
  )
  expect(requested).toEqual([])
})

test("an issuer with a slash at its end has its document where others have it, and names itself so in its tokens", async () => {
  const plain = issuer
  try {
    issuer = `${plain}/`
    const id_token = await idToken({ sub: "person", groups: ["admin"] })
    script.token = { status: 200, body: { access_token: "access-2", id_token } }
    expect((await ask(byIdToken)).answer).toMatchObject({ roles: ["admin"] })
    const other = await idToken({ sub: "person", groups: ["admin"], iss: plain })
    script.token = { status: 200, body: { access_token: "access-2", id_token: other } }
    await expect(ask(byIdToken)).rejects.toThrow()
  } finally {
    issuer = plain
  }
})

test("the sign-in has ended where the new id token is about somebody else or the tokens are another session's", async () => {
  const id_token = await idToken({ sub: "other", groups: ["admin"] })
  script.token = { status: 200, body: { access_token: "access-2", id_token } }
  expect((await ask(byIdToken)).answer).toBe("ended")
  expect((await ask(byUserinfo, "another session")).answer).toBe("ended")
})

test.each([
  ["userinfo fails", byUserinfo, { status: 500, body: {} }],
  ["userinfo is no JSON", byUserinfo, { status: 200, body: "<html>" }],
  ["userinfo leads elsewhere", byUserinfo, { status: 302, body: {} }],
  [
    "the client's own secret is refused",
    { ...byUserinfo, refresh: "refresh-1" },
    { status: 401, body: {} },
    { status: 401, body: { error: "invalid_client" } },
  ],
])("nothing is known where %s", async (_, tokens, userinfo, token?: Answer) => {
  Object.assign(script, { userinfo, token })
  await expect(ask(tokens)).rejects.toThrow()
})
