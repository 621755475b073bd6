import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue } from "../catalogue"
import { everybody, methods, outcomeOf, pathOf } from "./testing/access-rules"
import { ownHeaders, type SignedIn, startSignedIn } from "./testing/ask-as"
import { badSessions } from "./testing/bad-sessions"
import { ownPathRules, refusalOf } from "./testing/own-route-rules"

let dashboard: SignedIn
beforeAll(async () => {
  dashboard = await startSignedIn(inject("databaseUrl"))
})
afterAll(() => dashboard?.stop())

/** The status and problem code of a request through the app's `fetch`. */
const outcome = (path: string, asking: { method?: string; cookie?: string; headers?: object }) =>
  dashboard.requestOutcome(path, asking as object, "in process")

/** The methods of a path and one method that it does not have. */
const withForeign = (own: readonly string[]) => [
  ...own,
  ...methods.filter((method) => method !== "HEAD" && !own.includes(method)).slice(0, 1),
]

test.each(catalogue.operations.map((operation) => [operation.id, operation] as const))(
  "%s applies its domain's permission to each role and refuses other methods",
  async (_, operation) => {
    const wrong: string[] = []
    for (const who of everybody)
      for (const method of withForeign([operation.method])) {
        const cookie = dashboard.cookies[who]
        const found = await outcome(`/api${pathOf(operation)}`, { method, cookie })
        if (found !== outcomeOf(operation, who, method)) wrong.push(`${who} ${method}: ${found}`)
      }
    expect(wrong).toEqual([])
  },
)

test.each(ownPathRules.map((rule) => [rule.path, rule] as const))(
  "%s refuses roles outside its contract, foreign origins and other methods",
  async (_, rule) => {
    const wrong: string[] = []
    const own = rule.routes.map(({ method }) => method)
    for (const who of everybody)
      for (const method of withForeign(own)) {
        const refusal = refusalOf(rule, who, method)
        if (!refusal) continue
        const found = await outcome(rule.sample, { method, cookie: dashboard.cookies[who] })
        if (found !== refusal) wrong.push(`${who} ${method}: ${found}`)
      }
    for (const method of own.filter((each) => each !== "GET")) {
      const headers = { ...ownHeaders(dashboard.origin), origin: "https://evil.test" }
      const found = await outcome(rule.sample, { method, cookie: dashboard.cookies.admin, headers })
      if (found !== "403 cross_site") wrong.push(`foreign ${method}: ${found}`)
    }
    expect(wrong).toEqual([])
  },
)

test("a session that is tampered with, expired, idle, signed out or of another key is refused", async () => {
  const bad = await badSessions(dashboard.cookies.admin, dashboard.people)
  expect(Object.keys(bad).length).toBeGreaterThan(12)
  const opened: string[] = []
  for (const [what, cookie] of Object.entries(bad))
    for (const path of ["/api/v1.4/departments", "/api/views?report=departments"])
      if ((await outcome(path, { cookie })) !== "401 unauthenticated") opened.push(what)
  expect(opened).toEqual([])
})

test("a role change at the identity provider applies at the next confirmation", async () => {
  const cookie = await dashboard.people.cookieOf("hr@demo.test")
  dashboard.people.changeRoles("hr@demo.test", ["analyst"])
  await dashboard.people.letConfirmationsAge()
  for (const operation of catalogue.operations) {
    const { method } = operation
    const found = await outcome(`/api${pathOf(operation)}`, { method, cookie })
    expect(found, operation.id).toBe(outcomeOf(operation, "analyst", method))
  }
})

test("a person who ends all own sessions, or whom an administrator signs out, is signed out", async () => {
  const { cookies, people } = dashboard
  expect(await outcome("/api/sessions", { method: "DELETE", cookie: cookies.analyst })).toBe("200")
  expect(await outcome("/api/v1.4/departments", { cookie: cookies.analyst })).toBe(
    "401 unauthenticated",
  )
  const path = `/api/sessions/${people.stranger.id}`
  expect(await outcome(path, { method: "DELETE", cookie: cookies.admin })).toBe("200")
  expect(await outcome("/api/views?report=departments", { cookie: cookies.stranger })).toBe(
    "401 unauthenticated",
  )
})
