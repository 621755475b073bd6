import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { createLocalChanges, createSessions, type Session, sessionLimits } from "../session"
import { createSessionsTable, openPool } from "../store"
import { endMySessions, endPersonsSessions } from "./end-sessions"
import { createLog } from "./log"
import { createOwnRoutes, type OwnRoute } from "./own-routes"
import { prepared } from "./prepared"
import { BffError } from "./problem"
import { ownOrigin, personOf } from "./testing/test-bff"

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
const answer = createOwnRoutes({ origin: ownOrigin, clock: Date.now, log })
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

async function ask(
  route: OwnRoute,
  session: Session | undefined,
  { method = "DELETE", headers = ownHeaders as Record<string, string> } = {},
) {
  const request = new Request(`${ownOrigin}/api/sessions`, { method, headers })
  const response = await answer([route], { request, search: "", readSession: async () => session })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const aliveCount = async () => {
  const found = await Promise.all(Object.values(ids).map((id) => sessions.read(id, false)))
  return found.filter(Boolean).length
}

test.each([
  ["nobody", undefined, endMySessions(sessions), {}, 401, "unauthenticated"],
  [
    "an HR manager, for somebody else,",
    personOf("hr"),
    endPersonsSessions(sessions, "person-analyst"),
    {},
    403,
    "forbidden",
  ],
  [
    "another method",
    personOf("hr"),
    endMySessions(sessions),
    { method: "GET" },
    405,
    "method_not_allowed",
  ],
  [
    "a foreign page",
    personOf("hr"),
    endMySessions(sessions),
    { headers: { ...ownHeaders, origin: "https://evil.test" } },
    403,
    "cross_site",
  ],
  ["a form", personOf("hr"), endMySessions(sessions), { headers: {} }, 403, "cross_site"],
])("%s ends no session", async (_, session, route, more, status, code) => {
  const refused = await ask(route, session, more)
  expect(refused).toMatchObject({ status, body: { code } })
  expect(refused.headers.get("content-type")).toBe("application/problem+json")
  expect(await aliveCount()).toBe(3)
})

test("who asks ends all of their own sessions, and an administrator another person's", async () => {
  expect(await ask(endMySessions(sessions), personOf("hr"))).toMatchObject({
    status: 200,
    body: { ended: 2 },
  })
  expect(await aliveCount()).toBe(1)
  const route = endPersonsSessions(sessions, "person-analyst")
  expect(await ask(route, personOf("admin"))).toMatchObject({ status: 200, body: { ended: 1 } })
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
  const response = await answer([endMySessions(sessions)], { request, search: "", readSession })
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
