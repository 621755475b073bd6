import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest"
import { migrateTables } from "../db"
import { isStrongEnough } from "./sign-in-strength"
import { signIn } from "./testing/sign-in"
import {
  openBrowser,
  openTestTable,
  readCsrfToken,
  startTestDashboard,
} from "./testing/test-dashboard"
import { startTestIdentity, type TestIdentity } from "./testing/test-identity"

const schema = `strength_${randomUUID().slice(0, 8)}`
const { pool, table } = openTestTable(inject("databaseUrl"), schema)
let identity: TestIdentity

beforeAll(async () => {
  identity = await startTestIdentity(inject("databaseUrl"), `${schema}_identity`)
  await migrateTables(pool, "dashboard", schema)
})
afterAll(async () => {
  await identity.stop()
  await pool.end()
  vi.unstubAllEnvs()
})

type Strength = NonNullable<Parameters<typeof startTestDashboard>[0]["strength"]>

/** Signs in at a dashboard with these requirements; returns its final page, parameters and log. */
async function signInUnder(strength: Strength, query = "") {
  const shared = { table, issuer: identity.issuer }
  const dashboard = await startTestDashboard({ ...shared, strength })
  vi.stubEnv("NEXTAUTH_URL", dashboard.origin)
  const browser = openBrowser()
  const csrfToken = await readCsrfToken(browser, dashboard)
  const start = `${dashboard.origin}/api/auth/signin/oidc${query}`
  const away = await browser.submit(start, { csrfToken, callbackUrl: "/" })
  const asked = new URL(away.headers.get("location") ?? "").searchParams
  const end = await signIn(browser, dashboard, { query })
  const { status } = await browser.open(`${dashboard.origin}/who`)
  await dashboard.stop()
  return { end: end.slice(dashboard.origin.length), asked, status, logged: dashboard.logged }
}

const refused = {
  end: "/signin?error=WeakSignIn",
  status: 401,
  logged: [{ code: "weak_sign_in" }],
}

test("a sign-in with an accepted strength, an accepted method and a recent time starts a session", async () => {
  const strength = {
    acrValues: ["urn:demo:token", "urn:demo:password"],
    amrValues: ["pwd"],
    maxAgeSeconds: 0,
  }
  const signedIn = await signInUnder(strength)
  expect(signedIn).toMatchObject({ end: "/", status: 200, logged: [] })
  expect(Object.fromEntries(signedIn.asked)).toMatchObject({
    acr_values: "urn:demo:token urn:demo:password",
    max_age: "0",
  })
})

test("without requirements nothing is requested, and every sign-in is accepted", async () => {
  const { asked, status } = await signInUnder({})
  expect([asked.has("acr_values"), asked.has("max_age"), status]).toEqual([false, false, 200])
})

test("a weaker sign-in, or one by another method, is refused and logged", async () => {
  expect(await signInUnder({ acrValues: ["urn:demo:token"] })).toMatchObject(refused)
  expect(await signInUnder({ amrValues: ["mfa"] })).toMatchObject(refused)
})

test("a sign-in is still refused if the request is changed in the browser", async () => {
  const query = "?acr_values=urn:demo:password&max_age=999999"
  const { asked, ...rest } = await signInUnder({ acrValues: ["urn:demo:token"] }, query)
  expect(asked.get("acr_values")).toBe("urn:demo:password")
  expect(rest).toMatchObject(refused)
})

const now = 1_800_000_000
test.each([
  ["no strength", { acrValues: ["two"] }, {}],
  ["strengths as a list", { acrValues: ["two"] }, { acr: ["two"] }],
  ["another strength", { acrValues: ["two"] }, { acr: "two " }],
  ["no way", { amrValues: ["mfa"] }, { acr: "two" }],
  ["ways as a text", { amrValues: ["mfa"] }, { amr: "mfa" }],
  ["no time", { maxAgeSeconds: 1800 }, {}],
  ["a time as a text", { maxAgeSeconds: 1800 }, { auth_time: String(now) }],
  ["an early time", { maxAgeSeconds: 1800 }, { auth_time: now - 1861 }],
])("an id token with %s does not meet the requirements", (_, strength, claims) => {
  expect(isStrongEnough(strength, claims, now)).toBe(false)
})

test.each([
  [{ acrValues: ["two", "three"] }, { acr: "three" }],
  [{ amrValues: ["mfa"] }, { amr: ["pwd", "mfa"] }],
  [{ maxAgeSeconds: 1800 }, { auth_time: now - 1800 }],
  [{}, {}],
])("an id token meets the requirements: %o", (strength, claims) => {
  expect(isStrongEnough(strength, claims, now)).toBe(true)
})
