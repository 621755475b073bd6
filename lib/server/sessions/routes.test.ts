import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { openPool } from "../../db"
import { createLocalChanges, createSessions, sessionLimits } from "../../session"
import { createLog } from "../http/log"
import { BffError } from "../http/problem"
import { createRoutes } from "../http/routes"
import { prepared } from "../reads/prepared"
import { createRouteAsker } from "../testing/ask-routes"
import { ownOrigin, personOf } from "../testing/test-bff"
import { sessionRoutes, sessionsRoutes } from "./routes"
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
  store: prepared(createSessionsTable({ pool, schema, ...sessionLimits })),
  changes: createLocalChanges(),
  timer: () => performance.now(),
  onFault: () => {},
})
const lines: string[] = []
const log = createLog({ write: (line) => void lines.push(line) })
const answer = createRoutes({ origin: ownOrigin, clock: Date.now, log })
const routes = sessionsRoutes(sessions)
const ask = createRouteAsker(routes)
const ids = { one: "", other: "", colleague: "" }

const tokens = { access: "access", rolesFrom: "userinfo" } as const
const signIn = (person: string) =>
  sessions.start({ person, name: null, email: null, roles: ["hr"], tokens })

beforeAll(async () => {
  ids.one = await signIn("person-hr")
  ids.other = await signIn("person-hr")
  ids.colleague = await signIn("person-analyst")
})
afterAll(async () => {
  await pool.query(`drop schema "${schema}" cascade`)
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
  ["another method", hr, "GET /api/sessions", {}, 405, "method_not_allowed"],
  [
    "a foreign page",
    hr,
    "DELETE /api/sessions",
    { origin: "https://evil.test" },
    403,
    "cross_site",
  ],
  ["a form", hr, "DELETE /api/sessions", noHeaders, 403, "cross_site"],
])("%s ends no session", async (_, session, requested, headers, status, code) => {
  const refused = await ask(session, requested, { headers })
  expect(refused).toMatchObject({ status, body: { code } })
  expect(refused.headers.get("content-type")).toBe("application/problem+json")
  expect(await aliveCount()).toBe(3)
})

test("a refusal names the permission that is lacking", async () => {
  const { body } = await ask(hr, "DELETE /api/sessions/person-analyst")
  expect(body).toMatchObject({ permission: "sessions:write" })
})

test("who asks ends all of their own sessions, and an administrator another person's", async () => {
  expect(await ask(hr, "DELETE /api/sessions")).toMatchObject({ status: 200, body: { ended: 2 } })
  expect(await aliveCount()).toBe(1)
  const others = await ask(personOf("admin"), "DELETE /api/sessions/person-analyst")
  expect(others).toMatchObject({ status: 200, body: { ended: 1 } })
  expect(await aliveCount()).toBe(0)
})

test("where it cannot be told who asks, the refusal says so, and the log has a line for it", async () => {
  const request = new Request(`${ownOrigin}/api/sessions`, {
    method: "DELETE",
    headers: ownHeaders,
  })
  const readSession = async () => {
    throw new BffError("shared_state_unavailable", { retryAfter: 5 })
  }
  const own = routes.filter(({ route }) => route.path === "/api/sessions")
  const reply = await answer(own, { request, search: "", parameters: {}, readSession })
  const response = reply.toResponse()
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
  "a person's session says whether a demo account opened it: %s",
  async (isDemo) => {
    const person = personOf("hr")
    const readOwn = createRouteAsker(sessionRoutes(async () => person, { isDemo }))
    const { body } = await readOwn(undefined, "GET /api/session")
    expect(body).toEqual({ session: { ...person, isDemo }, isUnconfirmed: false })
  },
)
