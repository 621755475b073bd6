import { randomUUID } from "node:crypto"
import type { Pool } from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createExportJobs, type ExportJobs } from "./export-jobs"
import { openTestPool, uniqueSchema } from "./testing/open-test-store"

let pool: Pool
let schema: string
let jobs: ExportJobs
beforeEach(async () => {
  pool = openTestPool()
  schema = uniqueSchema()
  jobs = createExportJobs({ pool, schema })
  await Promise.all([jobs.prepare(), createExportJobs({ pool, schema }).prepare()])
})
afterEach(async () => {
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

const leaseMs = 60_000
const order = { person: "ada", orderText: "{}", place: "first", most: 2 }
const page = { from: "first", place: "second", text: "[1,2]", count: 2, calls: 1, readAt: 0 }

async function createHeld() {
  const { id } = (await jobs.create(order)) ?? { id: "" }
  const holder = randomUUID()
  expect((await jobs.claim(holder, leaseMs, 5)).map((job) => job.id)).toEqual([id])
  return { id, holder }
}

test("A job is one holder's, and another's once the lease is over or it is released.", async () => {
  const held = await createHeld()
  const other = randomUUID()
  expect(await jobs.claim(other, leaseMs, 5)).toEqual([])
  await pool.query(`update "${schema}".export_job set leased_until = clock_timestamp()`)
  expect((await jobs.claim(other, leaseMs, 5)).map(({ id }) => id)).toEqual([held.id])
  expect(await jobs.keep(held, page)).toBe(false)
  expect(await jobs.renew(held.holder, leaseMs, [held.id])).toEqual([])
  expect(await jobs.renew(other, leaseMs, [held.id])).toEqual([held.id])
  await jobs.release(other)
  expect(await jobs.claim(held.holder, leaseMs, 5)).toHaveLength(1)
})

test("A page and the place after it are kept together, once.", async () => {
  const held = await createHeld()
  expect(await jobs.keep(held, page)).toBe(true)
  expect(await jobs.keep(held, page)).toBe(false)
  expect(await jobs.find(held.id, "ada")).toMatchObject({
    place: "second",
    rows: 2,
    pages: 1,
    calls: 1,
  })
  expect(await jobs.readPage(held.id, 1)).toBe("[1,2]")
  const empty = { ...page, from: "second", place: null, text: "[]", count: 0 }
  expect(await jobs.keep(held, empty)).toBe(true)
  expect(await jobs.find(held.id, "ada")).toMatchObject({
    place: null,
    rows: 2,
    pages: 1,
    calls: 2,
  })
  expect(await jobs.readPage(held.id, 2)).toBe(undefined)
})

test("What is paused, put off or over is nobody's to work on, and keeps no page of a late worker.", async () => {
  const held = await createHeld()
  await jobs.putOff(held, { calls: 1, reason: "upstream_failed", waitMs: 60_000 })
  expect(await jobs.claim(held.holder, leaseMs, 5)).toEqual([])
  expect(await jobs.find(held.id, "ada")).toMatchObject({ failures: 1, reason: "upstream_failed" })
  expect(await jobs.change(held.id, "ada", "paused", ["running"])).toMatchObject({
    state: "paused",
  })
  expect(await jobs.change(held.id, "ada", "running", ["paused"])).toMatchObject({ failures: 0 })
  expect(await jobs.claim(held.holder, leaseMs, 5)).toHaveLength(1)
  await jobs.change(held.id, "ada", "cancelled", ["running"])
  expect(await jobs.keep(held, page)).toBe(false)
  expect(await jobs.change(held.id, "ada", "running", ["paused"])).toBe(undefined)
})

test("Jobs are their person's, as many unfinished ones as may be, and take their pages with them.", async () => {
  const held = await createHeld()
  await jobs.keep(held, page)
  expect(await jobs.find(held.id, "bob")).toBe(undefined)
  expect(await jobs.change(held.id, "bob", "paused", ["running"])).toBe(undefined)
  expect(await jobs.remove(held.id, "bob")).toBe(false)
  expect(await jobs.create(order)).toMatchObject({ state: "running" })
  expect(await jobs.create(order)).toBe(undefined)
  expect(await jobs.create({ ...order, person: "bob" })).toMatchObject({ person: "bob" })
  expect(await jobs.remove(held.id, "ada")).toBe(true)
  expect(await jobs.readPage(held.id, 1)).toBe(undefined)
  expect(await jobs.list("ada")).toHaveLength(1)
})

test("What is over is kept for a day and what is paused for a week, by the database's clock.", async () => {
  const paused = await createHeld()
  await jobs.change(paused.id, "ada", "paused", ["running"])
  const done = await createHeld()
  await jobs.end(done, { state: "done", calls: 0, bytes: 3, sha256: "ab" })
  expect(await jobs.deleteOld()).toBe(0)
  const age = (days: number) =>
    pool.query(
      `update "${schema}".export_job set ended_at = ended_at - $1 * interval '1 day',
         moved_at = moved_at - $1 * interval '1 day'`,
      [days],
    )
  await age(2)
  expect(await jobs.deleteOld()).toBe(1)
  expect((await jobs.list("ada")).map(({ id }) => id)).toEqual([paused.id])
  await age(6)
  expect(await jobs.deleteOld()).toBe(1)
})
