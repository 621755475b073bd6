import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest"
import { migrateTables } from "../../db"
import { sessionIdOf } from "../../session"
import {
  openBrowser,
  openTestTable,
  readCsrfToken,
  signIn,
  startTestDashboard,
  type TestDashboard,
  whoIs,
} from "../../session/testing/test-dashboard"
import { startTestIdentity, type TestIdentity } from "../../session/testing/test-identity"

const minute = 60_000
const schema = `sessions_${randomUUID().slice(0, 8)}`
const { pool, table, pass } = openTestTable(inject("databaseUrl"), schema)
let identity: TestIdentity
let first: TestDashboard
let second: TestDashboard

beforeAll(async () => {
  const [started] = await Promise.all([
    startTestIdentity(inject("databaseUrl"), `${schema}_identity`),
    migrateTables(pool, "dashboard", schema),
  ])
  identity = started
  const shared = { table, issuer: identity.issuer }
  first = await startTestDashboard(shared)
  second = await startTestDashboard({ ...shared, origin: first.origin })
  vi.stubEnv("NEXTAUTH_URL", first.origin)
})
beforeEach(async () => {
  await pool.query(`delete from "${schema}".session`)
})
afterAll(async () => {
  for (const part of [first, second, identity]) await part.stop()
  await pool.end()
  vi.unstubAllEnvs()
})

/** Advances the time of the database and of both instances. */
async function wait(ms: number) {
  await pass(ms)
  first.time.now += ms
  second.time.now += ms
}

async function signInAs(email = "hr@demo.test") {
  const browser = openBrowser()
  await signIn(browser, first, { email })
  return browser
}

const rolesAt = async (browser: ReturnType<typeof openBrowser>, at = first) =>
  (await whoIs(browser, at)).body?.roles

/** Gives the HR manager these roles while `work` runs. */
async function withRoles(roles: readonly string[], work: () => Promise<void>) {
  const index = identity.people.findIndex(({ email }) => email === "hr@demo.test")
  const [person] = identity.people.splice(index, 1)
  if (!person) throw new Error("There is no HR manager.")
  identity.people.push({ ...person, roles })
  await work().finally(() => {
    identity.people.pop()
    identity.people.push(person)
  })
}

/** The token in the browser's session cookie. */
const tokenOf = (browser: ReturnType<typeof openBrowser>) =>
  /next-auth\.session-token=([^;]+)/.exec(browser.cookiesFor(first.origin))?.[1] ?? ""

/** A copy of the browser's session cookie. */
const copyOf = (browser: ReturnType<typeof openBrowser>) => ({
  headers: { cookie: `next-auth.session-token=${tokenOf(browser)}` },
})

test("signing in redirects to the requested page, and every instance knows the session", async () => {
  const browser = openBrowser()
  expect(await signIn(browser, first, { callbackUrl: "/kpis?x=1" })).toBe(
    `${first.origin}/kpis?x=1`,
  )
  for (const at of [first, second])
    expect(await whoIs(browser, at)).toMatchObject({
      status: 200,
      body: { name: "Signe Holmgaard", email: "hr@demo.test", roles: ["hr"] },
    })
})

// rules: Roles
test("the cookie has only a random token, and the table has only its digest and encrypted tokens", async () => {
  const browser = await signInAs()
  const answer = await browser.open(`${first.origin}/api/auth/session`)
  expect(await answer.json()).toMatchObject({ user: { email: "hr@demo.test" }, roles: ["hr"] })
  const { rows } = await pool.query(
    `select id, row_to_json(session)::text as row from "${schema}".session`,
  )
  const issued = await pool.query(
    `select id from "${schema}_identity".keyed_document where kind in ('AccessToken', 'RefreshToken')`,
  )
  const token = tokenOf(browser)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(rows.map(({ id }) => id)).toEqual([sessionIdOf(token)])
  expect(issued.rows.length).toBeGreaterThan(1)
  for (const { id } of [...issued.rows, { id: token }]) expect(rows[0].row).not.toContain(id)
})

test("signing out ends the session in all tabs and for copied cookies, on other instances within ten seconds", async () => {
  const browser = await signInAs()
  const csrfToken = await readCsrfToken(browser, first)
  const copy = copyOf(browser)
  for (const { origin } of [first, second])
    expect((await fetch(`${origin}/who`, copy)).status).toBe(200)
  const answers = await Promise.all(
    [1, 2].map(() => browser.submit(`${first.origin}/api/auth/signout`, { csrfToken })),
  )
  expect(answers.map(({ status }) => status)).toEqual([302, 302])
  expect((await browser.open(`${first.origin}/who`)).status).toBe(401)
  expect((await fetch(`${first.origin}/who`, copy)).status).toBe(401)
  second.time.now += 9_000
  expect((await fetch(`${second.origin}/who`, copy)).status).toBe(200)
  second.time.now += 1_001
  expect((await fetch(`${second.origin}/who`, copy)).status).toBe(401)
})

// rules: Sessions 2
test("signing in again ends the browser's previous session, on every instance and for copied cookies", async () => {
  const browser = await signInAs()
  const copy = copyOf(browser)
  for (const { origin } of [first, second])
    expect((await fetch(`${origin}/who`, copy)).status).toBe(200)
  await signIn(browser, first, { email: "admin@demo.test" })
  second.time.now += 10_001
  for (const { origin } of [first, second])
    expect((await fetch(`${origin}/who`, copy)).status).toBe(401)
  expect(await rolesAt(browser, second)).toEqual(["admin"])
})

// rules: Identity
test("sign-in fails if the document of the identity provider has another issuer", async () => {
  const answer = await fetch(`${identity.issuer}/.well-known/openid-configuration`)
  const server = createServer((_, response) => response.end(document))
  const document = await answer.text()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const misled = await startTestDashboard({ table, issuer })
  vi.stubEnv("NEXTAUTH_URL", misled.origin)
  const browser = openBrowser()
  const csrfToken = await readCsrfToken(browser, misled)
  const away = await browser.submit(`${misled.origin}/api/auth/signin/oidc`, { csrfToken })
  vi.stubEnv("NEXTAUTH_URL", first.origin)
  expect(away.headers.get("location")).toContain("error=OAuthSignin")
  await misled.stop()
  server.close()
  server.closeAllConnections()
})

test("a session ends eight hours after sign-in, however much it is used and whatever is sent", async () => {
  const browser = await signInAs()
  const csrfToken = await readCsrfToken(browser, first)
  for (let passed = 0; passed + 29 < 8 * 60; passed += 29) {
    await wait(29 * minute)
    expect((await whoIs(browser, first)).status).toBe(200)
  }
  await browser.submit(`${first.origin}/api/auth/session`, { csrfToken, data: "longer" })
  await wait(16 * minute)
  expect((await whoIs(browser, first)).status).toBe(401)
})

test("a session ends after thirty minutes without use, and reading only the session does not count as use", async () => {
  const browser = await signInAs()
  await wait(29 * minute)
  expect((await whoIs(browser, first)).status).toBe(200)
  await wait(29 * minute)
  await browser.open(`${first.origin}/api/auth/session`)
  await wait(1.1 * minute)
  expect((await whoIs(browser, first)).status).toBe(401)
})

test("reading only the session does not hide a use that follows", async () => {
  const browser = await signInAs()
  await wait(29 * minute)
  await browser.open(`${first.origin}/api/auth/session`)
  expect((await whoIs(browser, first)).status).toBe(200)
  await wait(29 * minute)
  expect((await whoIs(browser, first)).status).toBe(200)
})

// rules: Roles
test("a changed role applies within five minutes of use, and losing all roles does not end the session", async () => {
  const browser = await signInAs()
  await wait(4 * minute - 10_000)
  expect(await rolesAt(browser)).toEqual(["hr"])
  await withRoles(["analyst"], async () => {
    await wait(minute)
    expect(await rolesAt(browser)).toEqual(["analyst"])
    expect(await rolesAt(browser, second)).toEqual(["analyst"])
  })
  await withRoles([], async () => {
    await wait(5 * minute)
    expect(await whoIs(browser, first)).toMatchObject({ status: 200, body: { roles: [] } })
  })
})

test("a person deleted at the identity provider is signed out within five minutes of use", async () => {
  const browser = await signInAs("analyst@demo.test")
  const index = identity.people.findIndex(({ email }) => email === "analyst@demo.test")
  const gone = identity.people.splice(index, 1)
  await wait(5 * minute)
  expect((await whoIs(browser, first)).status).toBe(401)
  identity.people.push(...gone)
  expect((await whoIs(browser, first)).status).toBe(401)
})

test("only one of two instances asks the identity provider, and each refresh token is used once", async () => {
  const browser = await signInAs()
  for (let round = 0; round < 2; round += 1) {
    await wait(4 * minute)
    const before = identity.requested.length
    expect(await Promise.all([first, second].map((at) => rolesAt(browser, at)))).toEqual([
      ["hr"],
      ["hr"],
    ])
    const renewals = identity.requested
      .slice(before)
      .filter((requested) => requested === "POST /oidc/token")
    expect(renewals).toHaveLength(1)
  }
})

test("without a refresh token a session ends after 15 minutes, and sign-in is due until it would be idle", async () => {
  const signIn = { person: "p", name: null, email: null, roles: ["hr"] }
  await first.sessions.start({ ...signIn, rolesFrom: "id_token" }, "short")
  await first.sessions.start({ ...signIn, rolesFrom: "id_token", refreshToken: "r" }, "long")
  await wait(14 * minute)
  expect((await first.sessions.read("short", true))?.roles).toEqual(["hr"])
  expect(await first.sessions.isSignInDue("short")).toBe(false)
  await wait(1.1 * minute)
  expect(await first.sessions.read("short", true)).toBeUndefined()
  expect(await first.sessions.isSignInDue("short")).toBe(true)
  expect(await first.sessions.isSignInDue("long")).toBe(false)
  await wait(29 * minute)
  expect(await first.sessions.isSignInDue("short")).toBe(false)
  await first.sessions.start({ ...signIn, rolesFrom: "id_token" }, "ended")
  await wait(16 * minute)
  await first.sessions.end("ended")
  expect(await first.sessions.isSignInDue("ended")).toBe(false)
})

// rules: Roles
test("if the identity provider is down, roles are valid for ten minutes, then requests fail until it is back", async () => {
  const browser = await signInAs()
  await identity.silence()
  for (let passed = 0; passed < 9; passed += 1) {
    await wait(minute)
    expect(await whoIs(browser, first)).toMatchObject({ status: 200, body: { roles: ["hr"] } })
  }
  await wait(1.1 * minute)
  expect(await whoIs(browser, first)).toEqual({ status: 503, body: "identity_unreachable" })
  expect(first.faults.length).toBeGreaterThan(0)
  await identity.speak()
  await pool.query(
    `update "${schema}".session set renewal_claimed_at = renewal_claimed_at - interval '20 s'`,
  )
  expect(await whoIs(browser, first)).toMatchObject({ status: 200, body: { roles: ["hr"] } })
})

test("ending all of a person's sessions ends them on every instance and no one else's", async () => {
  const [one, other, colleague] = [
    await signInAs(),
    await signInAs(),
    await signInAs("admin@demo.test"),
  ]
  const { body } = await whoIs(one, first)
  await rolesAt(other, second)
  expect(await first.sessions.endAll(body.sub)).toBe(2)
  expect(await first.sessions.endAll(body.sub)).toBe(0)
  second.time.now += 10_001
  for (const browser of [one, other])
    for (const at of [first, second]) expect((await whoIs(browser, at)).status).toBe(401)
  expect((await whoIs(colleague, second)).status).toBe(200)
})

test("with another secret a stored refresh token is unreadable, and the session ends when it is due", async () => {
  const browser = await signInAs()
  const { rows } = await pool.query(`select id from "${schema}".session`)
  const foreign = await startTestDashboard({
    table,
    issuer: identity.issuer,
    secret: "another secret of thirty-two characters",
  })
  await wait(5 * minute)
  expect(await foreign.sessions.read(rows[0].id, true)).toBeUndefined()
  expect((await whoIs(browser, first)).status).toBe(401)
  await foreign.stop()
})

test("a session that ends while it is read is not cached", async () => {
  const browser = await signInAs()
  const { rows } = await pool.query(`select id from "${schema}".session`)
  const id: string = rows[0].id
  let reads = 0
  const slow = await startTestDashboard({
    table: {
      ...table,
      async read(...parameters) {
        const found = await table.read(...parameters)
        reads += 1
        if (reads === 1) await slow.sessions.end(id)
        return found
      },
    },
    issuer: identity.issuer,
    origin: first.origin,
  })
  await whoIs(browser, slow)
  expect((await whoIs(browser, slow)).status).toBe(401)
  expect(reads).toBe(2)
  await slow.stop()
})

test("100 concurrent and 100 sequential requests read the table once in ten seconds", async () => {
  const browser = await signInAs()
  let reads = 0
  const counting = await startTestDashboard({
    table: {
      ...table,
      read: (...parameters) => {
        reads += 1
        return table.read(...parameters)
      },
    },
    issuer: identity.issuer,
    origin: first.origin,
  })
  const { rows } = await pool.query(`select id from "${schema}".session`)
  const read = () => counting.sessions.read(rows[0].id, true)
  await Promise.all(Array.from({ length: 100 }, read))
  for (let count = 0; count < 100; count += 1) await read()
  expect(reads).toBe(1)
  counting.time.now += 10_001
  await whoIs(browser, counting)
  expect(reads).toBe(2)
  await counting.stop()
})

// rules: Sessions 1
test("without the table a cached session is valid for ten seconds, then requests fail but nobody is signed out", async () => {
  const browser = await signInAs()
  let broken = false
  const lame = await startTestDashboard({
    table: {
      ...table,
      read: async (...parameters) => {
        if (broken) await pool.query("select 1 from no_such_table")
        return table.read(...parameters)
      },
    },
    issuer: identity.issuer,
    origin: first.origin,
  })
  await whoIs(browser, lame)
  broken = true
  lame.time.now += 9_000
  expect((await whoIs(browser, lame)).status).toBe(200)
  lame.time.now += 1_001
  expect(await whoIs(browser, lame)).toEqual({ status: 503, body: "store_unavailable" })
  await browser.open(`${lame.origin}/api/auth/session`)
  broken = false
  expect((await whoIs(browser, lame)).status).toBe(200)
  await lame.stop()
})
