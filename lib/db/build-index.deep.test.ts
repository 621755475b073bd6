import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { uniqueSchema } from "@/lib/records/testing/open-test-store"
import { dropDatabase } from "@/scripts/testing/drop-database"
import { openPool, type Pool, poolSession } from "."
import { findMissing, type IndexStep, startIndexBuilder, type WantedIndex } from "./build-index"
import { findBuild, holdBuilds, readIndex } from "./testing/watch-builds"

// A separate database, because a build waits for every running statement in its database.
const database = `indexes_${randomUUID().slice(0, 8)}`
const administration = openPool(inject("databaseUrl"), { max: 1 })
const address = new URL(inject("databaseUrl"))
address.pathname = `/${database}`
const { href: url } = address
beforeAll(() => administration.query(`create database ${database}`))
afterAll(async () => {
  await dropDatabase(administration, database)
  await administration.end()
})

let pool: Pool
let schema: string
let table: string
let byText: WantedIndex
let stops: (() => Promise<unknown>)[]
beforeEach(async () => {
  pool = openPool(url, { max: 4 })
  schema = uniqueSchema()
  table = `"${schema}".line`
  byText = { schema, table: "line", name: "line_by_text", definition: "(text)" }
  stops = []
  await pool.query(
    `create schema "${schema}";
     create table ${table} (id int, text text);
     insert into ${table} select number, 'line ' || number from generate_series(1, 3000) as number`,
  )
})
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop()
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

/** Starts an instance that polls every 5 ms; returns its reports and number of polls. */
function startInstance(...wanted: readonly WantedIndex[]) {
  const own = openPool(url, { max: 2 })
  const steps: IndexStep[] = []
  let looks = 0
  const stop = startIndexBuilder({
    pool: own,
    wanted: async () => {
      looks += 1
      return wanted
    },
    report: (step) => void steps.push(step),
    pollMs: 5,
  })
  stops.push(async () => {
    await stop()
    await own.end()
  })
  return { steps, stop, looks: () => looks, outcomes: () => steps.map(({ outcome }) => outcome) }
}

async function hold() {
  const release = await holdBuilds(pool, table)
  stops.push(release)
  return release
}

const readBuilt = () => readIndex(pool, `"${schema}".line_by_text`)

test("Rows can be written while an index is built, and the index contains them.", async () => {
  const release = await hold()
  const { outcomes } = startInstance(byText)
  const pid = await findBuild(pool, table)
  const { rows } = await pool.query(
    "select mode, granted from pg_locks where pid = $1 and relation = $2::regclass",
    [pid, table],
  )
  expect(rows).toEqual([{ mode: "ShareUpdateExclusiveLock", granted: true }])
  await pool.query(
    `begin; set local lock_timeout = '1s'; insert into ${table} values (0, 'meanwhile'); commit`,
  )
  expect((await readBuilt())?.isValid).toBe(false)
  await release()
  await expect.poll(outcomes).toEqual(["begun", "done"])
  expect((await readBuilt())?.isValid).toBe(true)
  const found = `begin; set local enable_seqscan = off;
    select id from ${table} where text = 'meanwhile'; commit`
  expect([await pool.query(found)].flat()[2]?.rows).toEqual([{ id: 0 }])
})

test("Only one of two instances builds an index, and the other finds it built.", async () => {
  const release = await hold()
  const instances = [startInstance(byText), startInstance(byText)]
  await findBuild(pool, table)
  const outcomes = () => instances.flatMap((each) => each.outcomes())
  const waiting = instances.find((each) => each.outcomes().length === 0)
  const looked = waiting?.looks() ?? 0
  await expect.poll(() => waiting?.looks()).toBeGreaterThan(looked + 5)
  expect(outcomes()).toEqual(["begun"])
  await release()
  await expect.poll(outcomes).toEqual(["begun", "done"])
  const builds = instances.map((each) => each.looks())
  await expect
    .poll(() => instances.every((each, at) => each.looks() > (builds[at] ?? 0) + 2))
    .toBe(true)
  expect(outcomes()).toEqual(["begun", "done"])
})

test("An invalid index left by an interrupted build is dropped and rebuilt at the next start.", async () => {
  const release = await hold()
  const cutOff = startInstance(byText)
  const pid = await findBuild(pool, table)
  await pool.query("select pg_terminate_backend($1)", [pid])
  await expect.poll(cutOff.outcomes).toContain("failed")
  await cutOff.stop()
  const left = await readBuilt()
  expect(left?.isValid).toBe(false)
  await release()
  const next = startInstance(byText)
  await expect.poll(next.outcomes).toEqual(["begun", "done"])
  const built = await readBuilt()
  expect(built).toMatchObject({ isValid: true, definition: left?.definition })
  expect(built?.id).not.toBe(left?.id)
})

test("Stopping cancels a build at once, even while it waits for writers.", async () => {
  await hold()
  const { stop, outcomes } = startInstance(byText)
  const pid = await findBuild(pool, table)
  await stop()
  expect(outcomes()).toEqual(["begun", "stopped"])
  const isThere = async () =>
    (await pool.query("select 1 from pg_stat_activity where pid = $1", [pid])).rowCount
  await expect.poll(isThere).toBe(0)
})

test("An index that fails to build is reported, does not block others and is retried later.", async () => {
  const inverse = { ...byText, name: "line_by_inverse", definition: "((1 / (id - 5)))" }
  const { steps, outcomes } = startInstance(inverse, byText)
  await expect.poll(outcomes).toContain("done")
  expect(steps.slice(0, 4)).toMatchObject([
    { outcome: "begun", index: "line_by_inverse" },
    { outcome: "failed", index: "line_by_inverse", error: { code: "22012" } },
    { outcome: "begun", index: "line_by_text" },
    { outcome: "done", index: "line_by_text" },
  ])
  await pool.query(`delete from ${table} where id = 5`)
  await expect.poll(() => steps.at(-1)).toMatchObject({ outcome: "done", index: "line_by_inverse" })
})

test("A failure to find the missing indexes is reported once until it succeeds.", async () => {
  const steps: IndexStep[] = []
  let looks = 0
  const stop = startIndexBuilder({
    pool,
    async wanted() {
      looks += 1
      if (looks === 4) return [byText]
      throw new Error("The tables are not there yet.")
    },
    report: (step) => void steps.push(step),
    pollMs: 5,
  })
  stops.push(stop)
  await expect.poll(() => looks).toBeGreaterThan(6)
  expect(steps.map(({ outcome }) => outcome)).toEqual(["failed", "begun", "done", "failed"])
})

test("An index that another session builds and a table that does not exist are skipped.", async () => {
  const release = await hold()
  const administrator = openPool(url, { max: 1, statementTimeoutMs: 0 })
  const session = poolSession(pool)
  const build = administrator.query(`create index concurrently line_by_text on ${table} (text)`)
  await findBuild(pool, table)
  const elsewhere = { ...byText, table: "page", name: "page_by_text" }
  expect(await findMissing(session, [byText, elsewhere])).toEqual([])
  await release()
  await build
  expect(await findMissing(session, [byText])).toEqual([])
  await administrator.end()
})
