import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { findLeaks } from "@/e2e/leak-scan"
import { catalogue } from "../catalogue"
import { department, everybody, methods, outcomeOf, pathOf } from "./testing/access-rules"
import { ownHeaders, type SignedIn, startSignedIn } from "./testing/ask-as"
import { badSessions } from "./testing/bad-sessions"
import { mounts } from "./testing/dashboard-in-process"
import { hostileHeaders } from "./testing/hostile-headers"
import { ownPathRules, refusalOf } from "./testing/own-route-rules"
import { urlForms } from "./testing/url-forms"

let dashboard: SignedIn
beforeAll(async () => {
  dashboard = await startSignedIn(inject("databaseUrl"))
})
afterAll(() => dashboard?.stop())

/** An answer to HEAD has no body, and so no code. */
const heard = (outcome: string, method: string) =>
  method === "HEAD" ? outcome.split(" ")[0] : outcome

describe.each(mounts)("through the mount %s", (mount) => {
  // rules: A report page 1, One door
  test.each(catalogue.operations.map((operation) => [operation.id, operation] as const))(
    "%s answers five kinds of people, by every method and in every form of its path, as its domain says",
    async (_, operation) => {
      const path = pathOf(operation)
      const wrong: string[] = []
      for (const who of everybody)
        for (const method of methods) {
          const asking = { method, cookie: dashboard.cookies[who] }
          const outcome = await dashboard.requestOutcome(`/api${path}`, asking, mount)
          if (outcome !== heard(outcomeOf(operation, who, method), method))
            wrong.push(`${who} ${method}: ${outcome}`)
          for (const [form, write] of Object.entries(urlForms)) {
            const refusal = await dashboard.requestOutcome(`/api${write(path)}`, asking, mount)
            if (refusal !== heard("404 unknown_path", method))
              wrong.push(`${who} ${method} ${form}: ${refusal}`)
          }
        }
      expect(wrong).toEqual([])
    },
  )

  // rules: One door
  test.each(ownPathRules.map((rule) => [rule.path, rule] as const))(
    "%s refuses whoever its contract does not name, and every other method",
    async (_, rule) => {
      const wrong: string[] = []
      for (const who of everybody)
        for (const method of methods) {
          const refusal = refusalOf(rule, who, method)
          if (!refusal) continue
          const asking = { method, cookie: dashboard.cookies[who] }
          const outcome = await dashboard.requestOutcome(rule.sample, asking, mount)
          if (outcome !== heard(refusal, method)) wrong.push(`${who} ${method}: ${outcome}`)
        }
      expect(wrong).toEqual([])
    },
  )
})

const misread = ["colour=red", "__proto__=1", "constructor=1", "nxtPid=1", "a=%ff", "a=%ED%A0%80"]

// rules: Filters 8
test.each(ownPathRules.map((rule) => [rule.path, rule] as const))(
  "%s refuses a query that it does not take, before anything is done",
  async (_, { sample, routes }) => {
    const wrong: string[] = []
    for (const { method, upload = "application/json" } of routes)
      for (const query of misread) {
        const headers = { ...ownHeaders(dashboard.origin), "content-type": upload }
        const asking = { method, headers, cookie: dashboard.cookies.admin }
        const outcome = await dashboard.requestOutcome(`${sample}?${query}`, asking)
        if (outcome !== "400 invalid_query") wrong.push(`${method} ${query}: ${outcome}`)
      }
    expect(wrong).toEqual([])
  },
)

const everyRequest = [
  ...catalogue.operations.map((operation) => ({
    path: `/api${pathOf(operation)}`,
    method: operation.method as string,
  })),
  ...ownPathRules.map(({ sample, routes: [route] }) => ({
    path: sample,
    method: route?.method ?? "GET",
  })),
]

let nextRound = 0
/** Each mount in its turn, and another one for the same request in the next round. */
function nextMount() {
  const round = Math.floor(nextRound / everyRequest.length)
  const mount = mounts[(nextRound + round) % mounts.length] ?? mounts[0]
  nextRound += 1
  return mount
}

/** What every operation and every guarded route says to this cookie through one of the mounts, each answer once. */
async function requestAll(cookie: string): Promise<string[]> {
  const outcomes = new Set<string>()
  for (const { path, method } of everyRequest)
    outcomes.add(await dashboard.requestOutcome(path, { method, cookie }, nextMount()))
  return [...outcomes]
}

test("a session that is tampered with, expired, idle, signed out, of another key or of none opens nothing", async () => {
  const { cookies, people } = dashboard
  const bad = await badSessions(cookies.admin, people)
  expect(Object.keys(bad).length).toBeGreaterThan(12)
  const opened: string[] = []
  for (const [what, cookie] of Object.entries(bad))
    for (const outcome of await requestAll(cookie))
      if (outcome !== "401 unauthenticated") opened.push(`${what}: ${outcome}`)
  expect(opened).toEqual([])
})

test("300 header sets that claim to be somebody, or from somewhere inside, open nothing", async () => {
  const sets = hostileHeaders(300)
  expect(new Set(sets.map((headers) => JSON.stringify(headers))).size).toBe(300)
  const opened: string[] = []
  for (const [index, headers] of sets.entries()) {
    const { path, method } = everyRequest[index % everyRequest.length] ?? { path: "/", method: "" }
    const outcome = await dashboard.requestOutcome(path, { method, headers }, nextMount())
    if (outcome !== "401 unauthenticated") opened.push(`${JSON.stringify(headers)}: ${outcome}`)
  }
  expect(opened).toEqual([])
})

test("a role that the identity took away is gone, and one that it gave is there", async () => {
  const { people, requestOutcome } = dashboard
  const cookie = await people.cookieOf("hr@demo.test")
  people.changeRoles("hr@demo.test", ["analyst"])
  await people.letConfirmationsAge()
  for (const operation of catalogue.operations)
    for (const mount of mounts)
      expect(
        await requestOutcome(
          `/api${pathOf(operation)}`,
          { method: operation.method, cookie },
          mount,
        ),
      ).toBe(outcomeOf(operation, "analyst", operation.method))
})

test("who has ended all of their sessions is signed out of everything, and so is who an administrator signs out", async () => {
  const { cookies, people, requestOutcome } = dashboard
  expect(await requestOutcome("/api/sessions", { method: "DELETE", cookie: cookies.analyst })).toBe(
    "200",
  )
  expect(await requestAll(cookies.analyst)).toEqual(["401 unauthenticated"])
  const path = `/api/sessions/${people.stranger.id}`
  expect(await requestOutcome(path, { method: "DELETE", cookie: cookies.admin })).toBe("200")
  expect(await requestAll(cookies.stranger)).toEqual(["401 unauthenticated"])
})

test("no answer, no line of the log and nothing that is kept holds a secret or a token", async () => {
  const { cookies, lines, people, service, seen } = dashboard
  const token = await people.readPlatformToken()
  const secrets = [...(await people.readSecrets()), token, new URL(service.origin).host]
  expect(secrets.length).toBeGreaterThan(6)
  const canaries = secrets.map((value, index) => ({ name: `secret ${index}`, value }))
  const sessions = Object.values(cookies).filter(Boolean)
  const keys = sessions.map((pair, index) => ({
    name: `cookie ${index}`,
    value: pair.slice(pair.indexOf("=") + 1),
  }))
  expect(seen.length).toBeGreaterThan(8000)
  expect(lines.length).toBeGreaterThan(4000)
  expect(findLeaks("answers", seen.join("\n"), [...canaries, ...keys])).toEqual([])
  expect(findLeaks("log", lines.join("\n"), [...canaries, ...keys])).toEqual([])
  const saved = await people.readEverythingSaved()
  expect(saved).toContain(department.id)
  expect(findLeaks("database", saved, [...canaries, ...keys])).toEqual([])
})
