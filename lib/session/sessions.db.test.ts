import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { decode } from "next-auth/jwt"
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest"
import { migrateTables } from "../db"
import { createLocalChanges, parseSessionId } from "."
import {
  openBrowser,
  openTestTable,
  readCsrfToken,
  signIn,
  startTestDashboard,
  type TestDashboard,
  testSecret,
  whoIs,
} from "./testing/test-dashboard"
import { startTestIdentity, type TestIdentity } from "./testing/test-identity"

const minute = 60_000
const schema = `sessions_${randomUUID().slice(0, 8)}`
const { pool, table, pass } = openTestTable(inject("databaseUrl"), schema)
const changes = createLocalChanges()
let identity: TestIdentity
let first: TestDashboard
let second: TestDashboard

beforeAll(async () => {
  const [started] = await Promise.all([
    startTestIdentity(inject("databaseUrl"), `${schema}_identity`),
    migrateTables(pool, "dashboard", schema),
  ])
  identity = started
  const shared = { store: table, issuer: identity.issuer, changes }
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

/** Lets time pass for the database and for both instances. */
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

const sessionCookie = /next-auth\.session-token=([^;]+)/

test("signing in leads to the page that was asked for, and every instance knows who it is", async () => {
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
test("the cookie holds the session's id alone, and the table no token that can be read", async () => {
  const browser = await signInAs()
  const answer = await browser.open(`${first.origin}/api/auth/session`)
  const token = sessionCookie.exec(answer.headers.getSetCookie().join("\n"))?.[1] ?? ""
  const claims = await decode({ token, secret: testSecret })
  expect(Object.keys(claims ?? {}).toSorted()).toEqual(["exp", "iat", "jti", "sid"])
  expect(await answer.json()).toMatchObject({ user: { email: "hr@demo.test" }, roles: ["hr"] })
  const { rows } = await pool.query(
    `select id, row_to_json(session)::text as row from "${schema}".session`,
  )
  const cached = await pool.query(
    `select id from "${schema}_identity".keyed_document where kind in ('AccessToken', 'RefreshToken')`,
  )
  expect(rows.map(({ id }) => id)).toEqual([claims?.["sid"]])
  expect(cached.rows.length).toBeGreaterThan(1)
  for (const { id } of cached.rows) expect(rows[0].row).not.toContain(id)
})

test("signing out in one tab ends the session in every tab and instance, and for copies of the cookie", async () => {
  const browser = await signInAs()
  const csrfToken = await readCsrfToken(browser, first)
  const copy = { headers: { cookie: await cookieOf(browser) } }
  for (const at of [first, second]) expect((await whoIs(browser, at)).status).toBe(200)
  const answers = await Promise.all(
    [1, 2].map(() => browser.submit(`${first.origin}/api/auth/signout`, { csrfToken })),
  )
  expect(answers.map(({ status }) => status)).toEqual([302, 302])
  for (const { origin } of [first, second]) {
    expect((await browser.open(`${origin}/who`)).status).toBe(401)
    expect((await fetch(`${origin}/who`, copy)).status).toBe(401)
  }
})

// rules: Sessions 2
test("signing in again ends the session that the browser had, in every instance and for copies of the cookie", async () => {
  const browser = await signInAs()
  const copy = { headers: { cookie: await cookieOf(browser) } }
  for (const { origin } of [first, second])
    expect((await fetch(`${origin}/who`, copy)).status).toBe(200)
  await signIn(browser, first, { email: "admin@demo.test" })
  for (const { origin } of [first, second])
    expect((await fetch(`${origin}/who`, copy)).status).toBe(401)
  expect(await rolesAt(browser, second)).toEqual(["admin"])
})

// rules: Identity
test("nobody signs in at an identity whose document is of another issuer", async () => {
  const answer = await fetch(`${identity.issuer}/.well-known/openid-configuration`)
  const server = createServer((_, response) => response.end(document))
  const document = await answer.text()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const misled = await startTestDashboard({ store: table, issuer })
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

test("a session whose end cannot be stored is over here at once, and everywhere as soon as it is stored", async () => {
  const browser = await signInAs()
  const { rows } = await pool.query(`select id from "${schema}".session`)
  let broken = true
  const lame = await startTestDashboard({
    store: {
      ...table,
      end: async (id) => {
        if (broken) await pool.query("select 1 from no_such_table")
        await table.end(id)
      },
    },
    issuer: identity.issuer,
    origin: first.origin,
    changes,
  })
  expect((await whoIs(browser, lame)).status).toBe(200)
  await expect(lame.sessions.end(rows[0].id)).rejects.toThrow("store_unavailable")
  expect((await whoIs(browser, lame)).status).toBe(401)
  expect((await whoIs(browser, first)).status).toBe(200)
  broken = false
  await expect.poll(async () => (await whoIs(browser, first)).status).toBe(401)
  expect((await whoIs(browser, lame)).status).toBe(401)
  await lame.stop()
})

/** The browser's session cookie, as somebody would copy it. */
async function cookieOf(browser: ReturnType<typeof openBrowser>) {
  const answer = await browser.open(`${first.origin}/api/auth/session`)
  return sessionCookie.exec(answer.headers.getSetCookie().join("\n"))?.[0] ?? ""
}

// rules: Sessions 1
test("an instance that hears nothing of it lets a session go within ten seconds of its end", async () => {
  const deaf = await startTestDashboard({
    store: table,
    issuer: identity.issuer,
    origin: first.origin,
  })
  const browser = await signInAs()
  expect((await whoIs(browser, deaf)).status).toBe(200)
  const { rows } = await pool.query(`select id from "${schema}".session`)
  await first.sessions.end(rows[0].id)
  deaf.time.now += 10_000
  expect((await whoIs(browser, deaf)).status).toBe(401)
  await deaf.stop()
})

// rules: Sessions 1
test("after a gap in what is heard nothing that is remembered is believed", async () => {
  let openGap = () => {}
  const onGap = (listener: () => void) => {
    openGap = listener
  }
  const gappy = await startTestDashboard({
    store: table,
    issuer: identity.issuer,
    origin: first.origin,
    changes: { announce: async () => {}, onChange: () => {}, onGap },
  })
  const browser = await signInAs()
  await whoIs(browser, gappy)
  const { rows } = await pool.query(`select id from "${schema}".session`)
  await first.sessions.end(rows[0].id)
  expect((await whoIs(browser, gappy)).status).toBe(200)
  openGap()
  expect((await whoIs(browser, gappy)).status).toBe(401)
  await gappy.stop()
})

test("eight hours after sign-in it is over, however much it is used and whatever is read or sent", async () => {
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

test("thirty minutes without use end it, also where only the session itself is asked for", async () => {
  const browser = await signInAs()
  await wait(29 * minute)
  expect((await whoIs(browser, first)).status).toBe(200)
  await wait(29 * minute)
  await browser.open(`${first.origin}/api/auth/session`)
  await wait(1.1 * minute)
  expect((await whoIs(browser, first)).status).toBe(401)
})

test("a look does not hide a use that follows it", async () => {
  const browser = await signInAs()
  await wait(29 * minute)
  await browser.open(`${first.origin}/api/auth/session`)
  expect((await whoIs(browser, first)).status).toBe(200)
  await wait(29 * minute)
  expect((await whoIs(browser, first)).status).toBe(200)
})

// rules: Roles
test("a changed role counts within a minute, whatever was remembered, and no role is no session's end", async () => {
  const browser = await signInAs()
  await wait(39_000)
  expect(await rolesAt(browser)).toEqual(["hr"])
  await withRoles(["analyst"], async () => {
    await wait(11_000)
    expect(await rolesAt(browser)).toEqual(["analyst"])
    expect(await rolesAt(browser, second)).toEqual(["analyst"])
  })
  await withRoles([], async () => {
    await wait(minute)
    expect(await whoIs(browser, first)).toMatchObject({ status: 200, body: { roles: [] } })
  })
})

// rules: Roles
test("the identity is asked in the background first, and what it says goes to every instance", async () => {
  const browser = await signInAs()
  await rolesAt(browser, second)
  await withRoles(["admin"], async () => {
    await wait(25_000)
    expect(await rolesAt(browser)).toEqual(["hr"])
    await expect.poll(() => rolesAt(browser)).toEqual(["admin"])
    expect(await rolesAt(browser, second)).toEqual(["admin"])
  })
})

test("somebody whom the identity no longer knows is signed out within a minute", async () => {
  const browser = await signInAs("analyst@demo.test")
  const index = identity.people.findIndex(({ email }) => email === "analyst@demo.test")
  const gone = identity.people.splice(index, 1)
  await wait(minute)
  expect((await whoIs(browser, first)).status).toBe(401)
  identity.people.push(...gone)
  expect((await whoIs(browser, first)).status).toBe(401)
})

test("an access token that has expired is renewed once for all instances, and again later", async () => {
  const browser = await signInAs()
  for (let round = 0; round < 2; round += 1) {
    await identity.expireAccessTokens()
    await wait(minute)
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

// rules: Roles
test("while the identity is silent the last roles hold for ten minutes, then nobody is let in until it speaks", async () => {
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
  await wait(5_000)
  expect(await whoIs(browser, first)).toMatchObject({ status: 200, body: { roles: ["hr"] } })
})

test("ending all of a person's sessions ends theirs everywhere and nobody else's", async () => {
  const [one, other, colleague] = [
    await signInAs(),
    await signInAs(),
    await signInAs("admin@demo.test"),
  ]
  const { body } = await whoIs(one, first)
  await rolesAt(other, second)
  expect(await first.sessions.endAll(body.sub)).toBe(2)
  expect(await first.sessions.endAll(body.sub)).toBe(0)
  for (const browser of [one, other])
    for (const at of [first, second]) expect((await whoIs(browser, at)).status).toBe(401)
  expect((await whoIs(colleague, second)).status).toBe(200)
})

test("under another secret the stored tokens are worth nothing, and the session ends", async () => {
  const browser = await signInAs()
  const { rows } = await pool.query(`select id from "${schema}".session`)
  const foreign = await startTestDashboard({
    store: table,
    issuer: identity.issuer,
    secret: "another secret of thirty-two characters",
  })
  await wait(minute)
  expect(await foreign.sessions.read(rows[0].id, true)).toBeUndefined()
  expect((await whoIs(browser, first)).status).toBe(401)
  await foreign.stop()
})

test("a sign-in that was begun under the secret before goes on under the next, and a form of its pages counts", async () => {
  const next = "the next secret, of thirty-two characters"
  const after = await startTestDashboard({
    store: table,
    issuer: identity.issuer,
    origin: first.origin,
    secret: next,
    previousSecret: testSecret,
  })
  const browser = openBrowser()
  const csrfToken = await readCsrfToken(browser, first)
  const form = { csrfToken, callbackUrl: "/" }
  // The form of the one is sent to the other, which begins the sign-in.
  const away = await browser.submit(`${after.origin}/api/auth/signin/oidc`, form)
  const requested = await browser.open(away.headers.get("location") ?? "")
  const page = new URL(requested.headers.get("location") ?? "", identity.issuer).href
  let response = await browser.submit(page, { email: "hr@demo.test", password: "demo" })
  for (;;) {
    const location = response.headers.get("location") ?? ""
    const target = new URL(location, identity.issuer)
    const isBack = target.pathname.startsWith("/api/auth/callback/")
    response = await browser.open(
      isBack ? target.href.replace(target.origin, after.origin) : target.href,
    )
    if (isBack) break
  }
  const [cookie = ""] = response.headers
    .getSetCookie()
    .filter((line) => /session-token=./.test(line))
  const token = cookie.split(/[=;]/)[1] ?? ""
  // The session's own cookie is made under the next secret, whatever began the sign-in.
  expect(parseSessionId(await decode({ token, secret: next }))).toBeTruthy()
  expect((await whoIs(browser, after)).status).toBe(200)
  expect((await whoIs(browser, first)).status).toBe(401)
  await after.stop()
})

test("a session that ends while it is being read is not remembered", async () => {
  const browser = await signInAs()
  const { rows } = await pool.query(`select id from "${schema}".session`)
  const id: string = rows[0].id
  let reads = 0
  const slow = await startTestDashboard({
    store: {
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

test("a hundred requests at once and a hundred in turn cost one read of the table in ten seconds", async () => {
  const browser = await signInAs()
  let reads = 0
  const counting = await startTestDashboard({
    store: {
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
  counting.time.now += 10_000
  await whoIs(browser, counting)
  expect(reads).toBe(2)
  await counting.stop()
})

// rules: Sessions 1
test("without the table what is remembered holds for 15 seconds, and then nobody is told to sign in again", async () => {
  const browser = await signInAs()
  let broken = false
  const lame = await startTestDashboard({
    store: {
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
  expect((await whoIs(browser, lame)).status).toBe(200)
  lame.time.now += 14_000
  expect((await whoIs(browser, lame)).status).toBe(200)
  lame.time.now += 1000
  expect(await whoIs(browser, lame)).toEqual({ status: 503, body: "store_unavailable" })
  await browser.open(`${lame.origin}/api/auth/session`)
  broken = false
  expect((await whoIs(browser, lame)).status).toBe(200)
  await lame.stop()
})
