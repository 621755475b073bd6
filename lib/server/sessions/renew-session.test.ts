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
import { createDiscovery, createIdentityClient, type SessionConfig } from "../../session"
import { createTokenCipher, renewSession } from "./renew-session"
import type { SessionRow, SessionsTable } from "./table"

type Answer = { readonly status: number; readonly body: unknown } | undefined

/** A scripted identity provider, like those of other vendors. Tests set its responses. */
const script: { userinfo: Answer; token: Answer; methods: string[]; issuer?: string | undefined } =
  {
    userinfo: undefined,
    token: undefined,
    methods: [],
  }
const keys = await generateKeyPair("RS256", { extractable: true })
/** The same key, imported for PSS padding. */
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

type RolesFrom = "userinfo" | "id_token"

/** Renews a session that is due. Returns it, the tokens that were stored, and the first fault. */
async function renew(
  rolesFrom: RolesFrom,
  id = "session",
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
  const session: SessionRow = {
    id,
    person: "person",
    name: "Ann",
    email: "ann@demo.test",
    roles: ["hr"],
    tokens: cipher.encrypt({ id: "session", refresh: "refresh-1", rolesFrom }),
    expiresAt: 0,
    confirmedMsAgo: 5 * 60_000,
  }
  const stored: string[] = []
  const faults: unknown[] = []
  const table = {
    claimRenewal: async () => session.tokens,
    replaceTokens: async (_id: string, next: string) => void stored.push(next),
    confirm: async () => true,
    disown: async () => true,
  } as unknown as SessionsTable
  const timer = () => 0
  const identity = createIdentityClient(config, createDiscovery(issuer, timer))
  const onFault = (error: unknown) => void faults.push(error)
  const parts = { table, identity, cipher, roleClaim: "groups", onFault, onDisowned: () => {} }
  return { session: await renewSession(parts, session), stored, fault: faults[0] }
}

interface Signing {
  readonly key?: Parameters<SignJWT["sign"]>[0]
  readonly alg?: string
  readonly typ?: string
  readonly kid?: string
}

/** An id token like those of the identity provider, except for the given claims and signing. */
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

const refusal = { status: 400, body: { error: "invalid_grant" } }
const renewed = { status: 200, body: { access_token: "access-2" } }
const seconds = () => Math.floor(Date.now() / 1000)

test("roles from userinfo replace the old ones, and a missing claim means no role", async () => {
  script.token = { status: 200, body: { access_token: "access-2" } }
  script.userinfo = { status: 200, body: { sub: "person", groups: "analyst", name: "Ann Lee" } }
  expect((await renew("userinfo")).session).toMatchObject({
    name: "Ann Lee",
    email: "ann@demo.test",
    roles: ["analyst"],
  })
  expect(requested[1]).toMatchObject({ path: "/userinfo", authorization: "Bearer access-2" })
  script.userinfo = { status: 200, body: { sub: "person" } }
  expect((await renew("userinfo")).session).toMatchObject({ name: "Ann", roles: [] })
})

test("roles are read from a new id token, and its refresh token is stored encrypted", async () => {
  const id_token = await idToken({ sub: "person", groups: ["admin"] })
  const body = { access_token: "access-2", refresh_token: "refresh-2", id_token }
  script.token = { status: 200, body }
  const { session, stored } = await renew("id_token")
  expect(session).toMatchObject({ roles: ["admin"] })
  expect(stored[0]).not.toContain("refresh-2")
  expect(cipher.decrypt("session", stored[0] ?? "")).toEqual({
    id: "session",
    refresh: "refresh-2",
    rolesFrom: "id_token",
  })
  const [request] = requested
  expect(request?.body).toBe("grant_type=refresh_token&refresh_token=refresh-1")
  expect(atob(request?.authorization.replace("Basic ", "") ?? "")).toBe("client+one:s%3Ae%26c+ret")
})

test.each(["JWT", "application/jwt", "id_token+jwt"])(
  "a new id token may have the type %s",
  async (typ) => {
    const id_token = await idToken({ sub: "person", groups: ["admin"] }, { typ })
    script.token = { status: 200, body: { access_token: "access-2", id_token } }
    expect((await renew("id_token")).session?.roles).toEqual(["admin"])
  },
)

test("an identity provider that supports client_secret_post gets the secret in the form", async () => {
  script.methods = ["client_secret_post"]
  script.token = { status: 200, body: { access_token: "access-2" } }
  expect((await renew("id_token")).session?.roles).toEqual(["hr"])
  expect(Object.fromEntries(new URLSearchParams(requested[0]?.body))).toEqual({
    grant_type: "refresh_token",
    refresh_token: "refresh-1",
    client_id: "client one",
    client_secret: "s:e&c ret",
  })
})

test("if the new tokens have no id token, the refresh token is deleted, so the session is short", async () => {
  script.token = { status: 200, body: { access_token: "access-2" } }
  const { session, stored } = await renew("id_token")
  expect([session?.roles, stored.at(-1)]).toEqual([["hr"], ""])
})

// rules: Sessions 2
test.each<[string, RolesFrom, Answer, Answer]>([
  ["the refresh token is refused", "id_token", { status: 200, body: {} }, refusal],
  ["userinfo refuses the new token", "userinfo", { status: 401, body: {} }, renewed],
  ["userinfo forbids it to the person", "userinfo", { status: 403, body: {} }, renewed],
  ["userinfo is about somebody else", "userinfo", { status: 200, body: { sub: "other" } }, renewed],
  ["userinfo is about nobody", "userinfo", { status: 200, body: {} }, renewed],
])("the session ends if %s", async (_, rolesFrom, userinfo, token) => {
  Object.assign(script, { userinfo, token })
  expect((await renew(rolesFrom)).session).toBeUndefined()
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
  "a new id token that %s changes no role, and its refresh token is stored",
  async (_, claims, signing) => {
    const id_token = await idToken({ sub: "person", groups: ["admin"], ...claims }, signing)
    const body = { access_token: "access-2", refresh_token: "refresh-2", id_token }
    script.token = { status: 200, body }
    const { session, stored, fault } = await renew("id_token")
    expect([session?.roles, fault]).toEqual([["hr"], expect.any(Error)])
    expect(cipher.decrypt("session", stored[0] ?? "")).toMatchObject({ refresh: "refresh-2" })
  },
)

test("an id token is valid only with the configured algorithm, even if other keys of the provider fit", async () => {
  const claims = { sub: "person", groups: ["admin"] }
  const byCurve = await idToken(claims, { key: curveKeys.privateKey, alg: "ES256", kid: "curve" })
  const byPadding = await idToken(claims, { key: paddedKey, alg: "PS256" })
  for (const [chosen, id_token] of [
    ["ES256", byCurve],
    ["PS256", byPadding],
  ] as const) {
    script.token = { status: 200, body: { access_token: "access-2", id_token } }
    expect((await renew("id_token", "session", chosen)).session?.roles).toEqual(["admin"])
    expect((await renew("id_token")).fault).toBeInstanceOf(Error)
  }
  script.token = {
    status: 200,
    body: { access_token: "access-2", id_token: await idToken(claims) },
  }
  expect((await renew("id_token", "session", "ES256")).fault).toBeInstanceOf(Error)
})

// rules: Identity
test("an identity provider whose document has another issuer, or another trailing slash, is not asked", async () => {
  script.issuer = "https://other.test"
  expect(`${(await renew("userinfo")).fault}`).toContain("of another issuer.")
  script.issuer = `${issuer}/`
  expect(`${(await renew("userinfo")).fault}`).toContain(
    "AUTH_OIDC_ISSUER must have it where the document does, and only there.",
  )
  expect(requested).toEqual([])
})

test("an issuer with a trailing slash is discovered at the usual path and must equal that of its tokens", async () => {
  const plain = issuer
  try {
    issuer = `${plain}/`
    const id_token = await idToken({ sub: "person", groups: ["admin"] })
    script.token = { status: 200, body: { access_token: "access-2", id_token } }
    expect((await renew("id_token")).session?.roles).toEqual(["admin"])
    const other = await idToken({ sub: "person", groups: ["admin"], iss: plain })
    script.token = { status: 200, body: { access_token: "access-2", id_token: other } }
    expect((await renew("id_token")).fault).toBeInstanceOf(Error)
  } finally {
    issuer = plain
  }
})

test("the session ends if the id token is about another person or the tokens are another session's", async () => {
  const id_token = await idToken({ sub: "other", groups: ["admin"] })
  script.token = { status: 200, body: { access_token: "access-2", id_token } }
  expect((await renew("id_token")).session).toBeUndefined()
  expect((await renew("userinfo", "another session")).session).toBeUndefined()
})

test.each<[string, Answer, Answer?]>([
  ["userinfo fails", { status: 500, body: {} }],
  ["userinfo is no JSON", { status: 200, body: "<html>" }],
  ["userinfo leads elsewhere", { status: 302, body: {} }],
  [
    "the client's own secret is refused",
    { status: 401, body: {} },
    { status: 401, body: { error: "invalid_client" } },
  ],
])("the previous roles remain for a while if %s", async (_, userinfo, token = renewed) => {
  Object.assign(script, { userinfo, token })
  const { session, fault } = await renew("userinfo")
  expect([session?.roles, fault]).toEqual([["hr"], expect.any(Error)])
})
