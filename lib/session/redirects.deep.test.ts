import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest"
import { migrateTables } from "../db"
import { ownUrl } from "."
import { hostileTargets } from "./testing/hostile-targets"
import {
  openBrowser,
  openTestTable,
  readCsrfToken,
  signIn,
  startTestDashboard,
  type TestDashboard,
} from "./testing/test-dashboard"
import { startTestIdentity, type TestIdentity } from "./testing/test-identity"

const schema = `redirects_${randomUUID().slice(0, 8)}`
const { pool, table } = openTestTable(inject("databaseUrl"), schema)
let identity: TestIdentity
let dashboard: TestDashboard

beforeAll(async () => {
  const [started] = await Promise.all([
    startTestIdentity(inject("databaseUrl"), `${schema}_identity`),
    migrateTables(pool, "dashboard", schema),
  ])
  identity = started
  dashboard = await startTestDashboard({ table, issuer: identity.issuer })
  vi.stubEnv("NEXTAUTH_URL", dashboard.origin)
})
afterAll(async () => {
  for (const part of [dashboard, identity]) await part.stop()
  await pool.end()
  vi.unstubAllEnvs()
})

/** Returns where a browser ends that follows this response and the sign-in page's own redirects. */
async function followAway(response: Response): Promise<string> {
  const { origin } = dashboard
  let location = response.headers.get("location") ?? "no redirect"
  for (let step = 0; step < 5; step += 1) {
    const url = new URL(location, `${origin}/api/auth/signin`)
    const desired = url.searchParams.get("callbackUrl")
    if (url.origin !== origin || url.pathname !== "/signin" || desired === null) return url.href
    location = ownUrl(desired, origin)
  }
  return location
}

/** The callback URL that the browser saves for after the sign-in. */
const rememberedBy = (response: Response): string => {
  const line = response.headers.getSetCookie().find((cookie) => /callback-url=/.test(cookie))
  return decodeURIComponent(/callback-url=([^;]*)/.exec(line ?? "")?.[1] ?? dashboard.origin)
}

async function escapesOf(targets: readonly string[]): Promise<string[]> {
  const { origin } = dashboard
  const browser = openBrowser()
  const csrfToken = await readCsrfToken(browser, dashboard)
  const escapes: string[] = []
  for (const [index, target] of targets.entries()) {
    const form = { csrfToken, callbackUrl: target }
    const answers = [await browser.submit(`${origin}/api/auth/signout`, form)]
    if (index % 9 === 0) {
      const query = new URLSearchParams({ callbackUrl: target })
      answers.push(await openBrowser().open(`${origin}/api/auth/signin?${query}`))
    }
    for (const answer of answers) {
      const ends = [await followAway(answer), rememberedBy(answer)]
      const own = ends.every((end) => new URL(end, origin).origin === origin)
      const short = JSON.stringify([...answer.headers]).length < 8192
      if (answer.status !== 302 || !own || !short)
        escapes.push(JSON.stringify([answer.status, target.slice(0, 200), ends]))
    }
  }
  return escapes
}

test("560 hostile redirect targets sent through next-auth end on the dashboard's own pages", async () => {
  const targets = hostileTargets(new URL(dashboard.origin).host)
  expect(new Set(targets).size).toBe(560)
  const parts = [0, 1, 2, 3].map((part) => targets.filter((_, index) => index % 4 === part))
  expect((await Promise.all(parts.map(escapesOf))).flat()).toEqual([])
})

test.each(["https:\\\\evil.test", "/signin?callbackUrl=//evil.test"])(
  "a full sign-in with the callback URL %j ends on an own page",
  async (callbackUrl) => {
    const end = await signIn(openBrowser(), dashboard, { callbackUrl })
    expect(new URL(end).origin).toBe(dashboard.origin)
  },
)

test("a sign-in still redirects to an own page", async () => {
  const callbackUrl = "/reports/departments?sort=-name&city=%C3%85rhus"
  const end = await signIn(openBrowser(), dashboard, { callbackUrl })
  expect(end).toBe(`${dashboard.origin}${callbackUrl}`)
})
