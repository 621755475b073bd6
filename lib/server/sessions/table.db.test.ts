import { afterAll, beforeAll, expect, test } from "vitest"
import type { Pool } from "../../db"
import { migrateTables } from "../../db"
import { openTestPool, uniqueSchema } from "../../records/testing/open-test-store"
import { createSessionsTable, type SessionsTable } from "./table"

const schema = uniqueSchema()
let pool: Pool
let table: SessionsTable

beforeAll(async () => {
  pool = openTestPool()
  table = createSessionsTable({ pool, schema })
  await Promise.all([1, 2, 3].map(() => migrateTables(pool, "dashboard", schema)))
})
afterAll(async () => {
  await pool.end()
})

const facts = { name: "Ann", email: null, roles: ["hr", "analyst"] }
let made = 0

async function start(person = "person") {
  made += 1
  const id = `session-${made}`
  await table.create({ id, person, ...facts, tokens: `tokens of ${id}` })
  return id
}

const shift = (id: string, column: string, seconds: number) =>
  pool.query(
    `update "${schema}".session set ${column} = ${column} - make_interval(secs => $2) where id = $1`,
    [id, seconds],
  )

// rules: Sessions and edits
test("a session is read back as created and expires after eight hours by the database's clock", async () => {
  const id = await start()
  const found = await table.read(id, true)
  expect(found).toMatchObject({ id, person: "person", ...facts, tokens: `tokens of ${id}` })
  const { rows } = await pool.query(
    `select extract(epoch from signed_in_at)::float8 * 1000 as at from "${schema}".session where id = $1`,
    [id],
  )
  expect((found?.expiresAt ?? 0) - rows[0].at).toBeCloseTo(8 * 3600 * 1000, 0)
  expect(found?.confirmedMsAgo).toBeGreaterThanOrEqual(0)
  expect(await table.read("no session", true)).toBeUndefined()
})

test.each([
  ["signed_in_at", 8 * 3600 - 5, 8 * 3600 + 1],
  ["used_at", 1800 - 5, 1801],
])(
  "by %s a session is alive after %i seconds and expired after %i",
  async (column, alive, dead) => {
    const id = await start()
    await shift(id, column, alive)
    expect(await table.read(id, false)).toBeDefined()
    await shift(id, column, dead - alive)
    expect(await table.read(id, true)).toBeUndefined()
  },
)

test("a use is stored if the last one is older than 30 seconds, and a read that does not count as use is not", async () => {
  const id = await start()
  const usedAgo = async () => {
    const text = `select extract(epoch from clock_timestamp() - used_at)::float8 as ago from "${schema}".session where id = $1`
    return Number((await pool.query(text, [id])).rows[0].ago)
  }
  await shift(id, "used_at", 25)
  await table.read(id, true)
  expect(await usedAgo()).toBeGreaterThan(24)
  await shift(id, "used_at", 10)
  await table.read(id, false)
  expect(await usedAgo()).toBeGreaterThan(34)
  await table.read(id, true)
  expect(await usedAgo()).toBeLessThan(24)
})

test("only one of several callers may renew a session, until its claim expires or is used", async () => {
  const id = await start()
  await shift(id, "confirmed_at", 300)
  const claims = () => Promise.all([1, 2, 3, 4].map(() => table.claimRenewal(id, 240_000)))
  expect((await claims()).filter(Boolean)).toHaveLength(1)
  await shift(id, "renewal_claimed_at", 21)
  expect((await claims()).filter(Boolean)).toHaveLength(1)
  expect(await table.confirm(id, { name: "Eva", email: "a@b.test", roles: ["admin"] })).toBe(true)
  const found = await table.read(id, false)
  expect(found).toMatchObject({ name: "Eva", email: "a@b.test", roles: ["admin"] })
  expect(found?.confirmedMsAgo).toBeLessThan(20_000)
  expect((await claims()).filter(Boolean)).toHaveLength(0)
  await shift(id, "confirmed_at", 240)
  expect((await claims()).filter(Boolean)).toHaveLength(1)
})

test("an ended session has no tokens and cannot be revived", async () => {
  const id = await start()
  await table.end(id)
  await table.end(id)
  expect(await table.confirm(id, facts)).toBe(false)
  await table.replaceTokens(id, "new")
  expect(await table.claimRenewal(id, 0)).toBeUndefined()
  expect(await table.read(id, true)).toBeUndefined()
  const text = `select tokens from "${schema}".session where id = $1`
  expect((await pool.query(text, [id])).rows).toEqual([{ tokens: "" }])
})

test("ending all sessions of a person returns the active ones and leaves other people's", async () => {
  const [one, other, over, foreign] = [
    await start("leaver"),
    await start("leaver"),
    await start("leaver"),
    await start("colleague"),
  ]
  await table.end(over)
  expect((await table.endAll("leaver")).toSorted()).toEqual([one, other].toSorted())
  expect(await table.endAll("leaver")).toEqual([])
  expect(await table.read(foreign, true)).toBeDefined()
})

test("active sessions are listed, last used first, and those of the previous version have no browser", async () => {
  const [early, late, idle, old, over] = [
    await start("lister"),
    await start("lister"),
    await start("lister"),
    await start("lister"),
    await start("lister"),
  ]
  await shift(early, "used_at", 60)
  await shift(idle, "used_at", 1801)
  await shift(old, "signed_in_at", 8 * 3600 + 1)
  await table.end(over)
  await pool.query(
    `insert into "${schema}".session (id, person, roles, tokens) values ('before', 'lister', '{hr}', '')`,
  )
  await table.create({ id: "after", person: "lister", ...facts, tokens: "", userAgent: "Firefox" })
  const listed = await table.list("lister")
  expect(listed.map(({ id, userAgent }) => [id, userAgent])).toEqual([
    ["after", "Firefox"],
    ["before", null],
    [late, null],
    [early, null],
  ])
  const [found] = await table.findPeople("lister", 5)
  expect(found).toMatchObject({ person: "lister", sessions: 4, usedAt: listed[0]?.usedAt })
})

test("ending a person's other sessions, or everyone's, leaves the given one", async () => {
  const [kept, other, colleague] = [
    await start("keeper"),
    await start("keeper"),
    await start("colleague"),
  ]
  expect(await table.endOthers("keeper", kept)).toEqual([other])
  expect(await table.readNewest("keeper")).toMatchObject({ id: kept, hasEnded: false })
  expect(await table.endEverybody(kept)).toContain(colleague)
  expect((await table.readNewest("colleague"))?.roles).toEqual([])
  expect(await table.read(kept, true)).toMatchObject({ roles: facts.roles })
})

test("expired sessions are deleted by later sign-ins", async () => {
  const id = await start()
  await shift(id, "signed_in_at", 9 * 3600)
  await start()
  const text = `select 1 from "${schema}".session where id = $1`
  expect((await pool.query(text, [id])).rowCount).toBe(0)
})
