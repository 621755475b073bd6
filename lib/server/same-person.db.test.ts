import { expect, test } from "vitest"
import { personKey } from "../session/session"
import { createApp } from "./app"
import type { BoundRoute } from "./http/routes"

const origin = "https://dashboard.test"
const log = { info: () => {}, error: () => {} } as never
const session = { sub: "ada", roles: [], expiresAt: 0 }

const own = {
  origin,
  "x-requested-with": "dashboard",
  "content-type": "application/json",
  "sec-fetch-site": "same-origin",
}

async function ask(method: "GET" | "POST", headers: Record<string, string>) {
  let works = 0
  const bound: BoundRoute = {
    route: {
      name: "test",
      method,
      path: "/api/test",
      summary: "Test",
      permission: "signed-in",
      scope: "none",
      answer: null,
      problems: [],
    },
    async handle() {
      works += 1
      return {}
    },
  }
  const request = new Request(`${origin}/api/test`, { method, headers: { ...own, ...headers } })
  const readSession = async () => session
  const app = createApp({ routes: [bound], readSession, origin, clock: () => 0, log })
  const { status } = await app.fetch(request)
  return { status, works }
}

test.each(["GET", "POST"] as const)(
  "a %s from another person's page is refused like one without a session, before any work",
  async (method) => {
    expect(await ask(method, {})).toEqual({ status: 200, works: 1 })
    expect(await ask(method, { "x-person": personKey("ada") })).toEqual({ status: 200, works: 1 })
    expect(await ask(method, { "x-person": personKey("bob") })).toEqual({ status: 401, works: 0 })
    expect(await ask(method, { "x-person": "" })).toEqual({ status: 401, works: 0 })
  },
)

test("the key of a person does not reveal who it is", () => {
  expect(personKey("ada@demo.test")).toMatch(/^[\w-]{22}$/)
})
