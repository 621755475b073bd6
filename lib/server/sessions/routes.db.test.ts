import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../db"
import type { CookieJar } from "../../session"
import { createApp } from "../app"
import { createLog } from "../http/log"
import { BffError } from "../http/problem"
import { createRouteAsker } from "../testing/ask-routes"
import { ownOrigin, personOf } from "../testing/test-bff"
import { sessionRoutes, sessionsRoutes } from "./routes"
import { createSessions } from "./sessions"
import { createSessionsTable } from "./table"

const schema = `ending_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const client = { clientId: "client", clientSecret: "secret", roleClaim: "roles" }
const sessions = createSessions({
  config: {
    issuer: "http://127.0.0.1:1",
    ...client,
    secret: "a secret of at least thirty-two characters",
    origin: ownOrigin,
  },
  discover: () => Promise.reject(new Error("Nobody asks the identity.")),
  table: createSessionsTable({ pool, schema }),
  timer: () => performance.now(),
  onFault: () => {},
})
const lines: string[] = []
const log = createLog({ write: (line) => void lines.push(line) })
const readId = (jar: CookieJar) => jar.get("sid")?.value
const routes = sessionsRoutes(sessions, readId)
const ask = createRouteAsker(routes)
const ids = { one: "", other: "", colleague: "" }

/** Starts a session and returns its id. */
async function signIn(
  person: string,
  facts: { name?: string; email?: string; userAgent?: string } = {},
) {
  const id = randomUUID()
  const claims = { person, name: null, email: null, roles: ["hr"], rolesFrom: "userinfo" } as const
  await sessions.start({ ...claims, refreshToken: "planted", ...facts }, id)
  return id
}

beforeAll(async () => {
  await migrateTables(pool, "dashboard", schema)
  ids.one = await signIn("person-hr")
  ids.other = await signIn("person-hr")
  ids.colleague = await signIn("person-analyst")
})
afterAll(async () => {
  await pool.end()
})

const ownHeaders = {
  "x-requested-with": "dashboard",
  origin: ownOrigin,
  "sec-fetch-site": "same-origin",
  "content-type": "application/json",
}

const aliveCount = async () => {
  const found = await Promise.all(Object.values(ids).map((id) => sessions.read(id, false)))
  return found.filter(Boolean).length
}

const noHeaders = { "x-requested-with": undefined, origin: undefined, "content-type": undefined }
const hr = personOf("hr")

test.each([
  ["nobody", undefined, "DELETE /api/sessions", {}, 401, "unauthenticated"],
  [
    "an HR manager, for somebody else,",
    hr,
    "DELETE /api/sessions/person-analyst",
    {},
    403,
    "forbidden",
  ],
  ["another method", hr, "PUT /api/sessions", {}, 405, "method_not_allowed"],
  ["nobody", undefined, "DELETE /api/sessions/own/others", {}, 401, "unauthenticated"],
  ["nobody", undefined, "DELETE /api/sessions/own/handle", {}, 401, "unauthenticated"],
  ["nobody", undefined, "DELETE /api/sessions/people/all", {}, 401, "unauthenticated"],
  ["a form", hr, "DELETE /api/sessions/own/others", noHeaders, 403, "cross_site"],
  ["a form", hr, "DELETE /api/sessions/own/handle", noHeaders, 403, "cross_site"],
  ["an HR manager, for everybody,", hr, "DELETE /api/sessions/people/all", {}, 403, "forbidden"],
  [
    "a form of an administrator's",
    personOf("admin"),
    "DELETE /api/sessions/people/all",
    noHeaders,
    403,
    "cross_site",
  ],
  [
    "a foreign page",
    hr,
    "DELETE /api/sessions",
    { origin: "https://evil.test" },
    403,
    "cross_site",
  ],
  ["a form", hr, "DELETE /api/sessions", noHeaders, 403, "cross_site"],
])(
  "a request to end a session is refused: %s",
  async (_, session, requested, headers, status, code) => {
    const refused = await ask(session, requested, { headers })
    expect(refused).toMatchObject({ status, body: { code } })
    expect(refused.headers.get("content-type")).toBe("application/problem+json")
    expect(await aliveCount()).toBe(3)
  },
)

test("a refusal has the missing permission", async () => {
  const { body } = await ask(hr, "DELETE /api/sessions/person-analyst")
  expect(body).toMatchObject({ permission: "sessions:write" })
})

test("a person can end all own sessions, and an administrator those of another person", async () => {
  expect(await ask(hr, "DELETE /api/sessions")).toMatchObject({ status: 200, body: { ended: 2 } })
  expect(await aliveCount()).toBe(1)
  const others = await ask(personOf("admin"), "DELETE /api/sessions/person-analyst")
  expect(others).toMatchObject({ status: 200, body: { ended: 1 } })
  expect(await aliveCount()).toBe(0)
})

const as = (id: string) => ({ headers: { cookie: `sid=${id}` } })
const nobodyMore = async () => void (await sessions.endEverybody(undefined))

test("a person sees only own sessions, without tokens, with their browsers and the current one marked", async () => {
  await nobodyMore()
  const desk = await signIn("person-hr", { userAgent: "Firefox" })
  await signIn("person-hr", { userAgent: "x".repeat(1000) })
  await signIn("person-hr")
  const foreign = await signIn("person-analyst", { userAgent: "foreign" })
  const { status, body, text } = await ask(hr, "GET /api/sessions", as(desk))
  expect(status).toBe(200)
  expect(body.sessions).toHaveLength(3)
  const byBrowser = new Map(
    body.sessions.map((each: { userAgent: string | null }) => [each.userAgent, each]),
  )
  expect(byBrowser.get("Firefox")).toMatchObject({ isCurrent: true })
  expect(byBrowser.get("x".repeat(300))).toMatchObject({ isCurrent: false })
  expect(byBrowser.get(null)).toMatchObject({ isCurrent: false })
  for (const secret of ["planted", foreign, "foreign", "person-analyst"])
    expect(text).not.toContain(secret)
})

test("a person can end one own session by its handle, and nobody can end another person's that way", async () => {
  await nobodyMore()
  const [here, there, foreign] = [
    await signIn("person-hr"),
    await signIn("person-hr"),
    await signIn("person-analyst"),
  ]
  const path = (id: string) => `DELETE /api/sessions/own/${id}`
  const none = { ...hr, sub: "person-without-role", roles: [] }
  for (const somebody of [hr, none, personOf("admin")])
    expect(await ask(somebody, path(foreign), as(here))).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    })
  for (const made of ["%2e%2e", "a".repeat(5000), "%00", "others%2f"])
    expect((await ask(hr, `DELETE /api/sessions/own/${made}`, as(here))).status).toBe(404)
  expect(await ask(hr, path(there), as(here))).toMatchObject({ status: 200, body: { ended: 1 } })
  expect((await ask(hr, path(there), as(here))).status).toBe(404)
  expect(await sessions.read(there, false)).toBeUndefined()
  for (const id of [here, foreign]) expect(await sessions.read(id, false)).toBeDefined()
})

test("a person can end all own sessions except the current one", async () => {
  await nobodyMore()
  const [here, one, other, foreign] = [
    await signIn("person-hr"),
    await signIn("person-hr"),
    await signIn("person-hr"),
    await signIn("person-analyst"),
  ]
  expect(await ask(hr, "DELETE /api/sessions/own/others", as(here))).toMatchObject({
    status: 200,
    body: { ended: 2 },
  })
  for (const id of [one, other]) expect(await sessions.read(id, false)).toBeUndefined()
  for (const id of [here, foreign]) expect(await sessions.read(id, false)).toBeDefined()
})

test("only an administrator can find signed-in people by id, name or e-mail", async () => {
  await nobodyMore()
  await signIn("person-hr", { name: "Eva Lund", email: "eva@firm.test" })
  await signIn("person-hr", { name: "Eva Lund", email: "eva@firm.test" })
  await signIn("person-analyst", { name: "100%_Mia" })
  const left = await signIn("person-left", { name: "Eva Left" })
  await sessions.end(left)
  const find = (text: string) =>
    ask(personOf("admin"), "POST /api/sessions/people/lookup", { json: { text } })
  const eva = { person: "person-hr", name: "Eva Lund", email: "eva@firm.test", sessions: 2 }
  for (const text of ["eva", "LUND", "@firm", "person-hr"])
    expect((await find(text)).body).toMatchObject({ people: [eva], hasMore: false })
  for (const text of ["person", "Left", "%%", "' or true --"])
    expect((await find(text)).body.people).toEqual([])
  expect((await find("%_")).body.people).toMatchObject([{ person: "person-analyst", sessions: 1 }])
  for (const text of ["", "x".repeat(256), "\0"])
    expect(await find(text)).toMatchObject({ status: 400, body: { code: "invalid_body" } })
  const refused = await ask(hr, "POST /api/sessions/people/lookup", { json: { text: "eva" } })
  expect(refused).toMatchObject({ status: 403, body: { permission: "sessions:write" } })
  for (let count = 0; count < 21; count += 1) await signIn(`crowd-${count}`, { name: "Crowd" })
  const { people, hasMore } = (await find("crowd")).body
  expect([people.length, hasMore]).toEqual([20, true])
})

test("an administrator can end everyone's sessions except the current one, and those people have no role", async () => {
  await nobodyMore()
  const [here, own, foreign] = [
    await signIn("person-admin"),
    await signIn("person-admin"),
    await signIn("person-analyst"),
  ]
  const ended = await ask(personOf("admin"), "DELETE /api/sessions/people/all", as(here))
  expect(ended).toMatchObject({ status: 200, body: { ended: 2 } })
  for (const id of [own, foreign]) expect(await sessions.read(id, false)).toBeUndefined()
  expect(await sessions.read(here, false)).toBeDefined()
  expect(await sessions.rolesOf("person-analyst")).toEqual([])
})

test("if the session cannot be read, the request is refused with 503 and logged", async () => {
  const request = new Request(`${ownOrigin}/api/sessions`, {
    method: "DELETE",
    headers: ownHeaders,
  })
  const readSession = async () => {
    throw new BffError("shared_state_unavailable", { retryAfter: 5 })
  }
  const app = createApp({ routes, readSession, origin: ownOrigin, clock: Date.now, log })
  const response = await app.fetch(request)
  expect(response.status).toBe(503)
  expect(response.headers.get("retry-after")).toBe("5")
  const { requestId } = await response.json()
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
    requestId,
    operation: "end-my-sessions",
    status: 503,
    code: "shared_state_unavailable",
  })
})

test.each([true, false])(
  "a person's session has whether a demo account opened it: %s",
  async (isDemo) => {
    const person = personOf("hr")
    const own = sessionRoutes(async () => person, sessions, readId, { isDemo })
    const { body } = await createRouteAsker(own)(undefined, "GET /api/session")
    const session = { ...person, isDemo }
    expect(body).toEqual({ session, isUnconfirmed: false, isSignInDue: false })
  },
)

test("a session without a refresh token that ended during use is due for a silent sign-in", async () => {
  const nobody = createRouteAsker(
    sessionRoutes(async () => undefined, { isSignInDue: async (id) => id === "due" }, readId, {
      isDemo: false,
    }),
  )
  const due = async (id: string) =>
    (await nobody(undefined, "GET /api/session", as(id))).body.isSignInDue
  expect([await due("due"), await due("gone")]).toEqual([true, false])
})
