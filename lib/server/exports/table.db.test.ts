import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import { migrateTables, type Pool } from "../../db"
import { openTestPool, uniqueSchema } from "../../records/testing/open-test-store"
import { createExportJobs, type ExportJobs } from "./table"

let pool: Pool
let schema: string
let jobs: ExportJobs
beforeEach(async () => {
  pool = openTestPool()
  schema = uniqueSchema()
  jobs = createExportJobs({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
})
afterEach(async () => {
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

const leaseMs = 60_000
const order = { person: "ada", orderText: "{}", place: "first", max: 2 }
const page = {
  from: "first",
  place: "second",
  text: Buffer.from("[1,\n2]"),
  count: 2,
  calls: 1,
  readAt: 0,
}

async function createHeld() {
  const { id } = (await jobs.create(order)) ?? { id: "" }
  const holder = randomUUID()
  expect((await jobs.claim(holder, leaseMs, 5)).map((job) => job.id)).toEqual([id])
  return { id, holder }
}

// rules: Resuming 2
test("A job has one holder until its lease expires or it is released.", async () => {
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

/** Connections that wait for this one, directly or through others. */
const blockedBy = `with recursive blocked as (
    select $1::int as pid
    union
    select other.pid from blocked join pg_stat_activity as other
      on blocked.pid = any(pg_blocking_pids(other.pid))
  )
  select pid from blocked where pid <> $1`

test("Of concurrent orders by one person, only as many as allowed are created.", async () => {
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  await client.query("select pg_advisory_lock(hashtext($1))", [schema])
  await pool.query(`
    create function "${schema}".wait() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(hashtext('${schema}')); return new;
    end $$;
    create trigger wait before insert on "${schema}".export_job
      for each row execute function "${schema}".wait()`)
  const orders = [1, 2].map(() => jobs.create({ ...order, max: 1 }))
  await expect.poll(async () => (await pool.query(blockedBy, [rows[0]?.pid])).rowCount).toBe(2)
  await client.query("select pg_advisory_unlock(hashtext($1))", [schema])
  client.release()
  const taken = (await Promise.all(orders)).filter((job) => job !== undefined)
  expect(taken).toHaveLength(1)
  expect(await jobs.create({ ...order, person: "bob" })).toBeDefined()
})

// rules: Resuming 1
test("A page and the position after it are saved together, once.", async () => {
  const held = await createHeld()
  expect(await jobs.keep(held, page)).toBe(true)
  expect(await jobs.keep(held, page)).toBe(false)
  expect(await jobs.find(held.id, "ada")).toMatchObject({
    place: "second",
    rows: 2,
    pages: 1,
    calls: 1,
  })
  expect(`${await jobs.readPage(held.id, 1)}`).toBe("[1,\n2]")
  const empty = { ...page, from: "second", place: null, text: Buffer.from("[]"), count: 0 }
  expect(await jobs.keep(held, empty)).toBe(true)
  expect(await jobs.find(held.id, "ada")).toMatchObject({
    place: null,
    rows: 2,
    pages: 1,
    calls: 2,
  })
  expect(await jobs.readPage(held.id, 2)).toBe(undefined)
})

test("A postponed job cannot be claimed, and a cancelled one stores no late page.", async () => {
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

test("Jobs belong to their person, are limited while unfinished, and are removed with their pages.", async () => {
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

const readParts = async (id: string) => {
  const text = `select file, number from "${schema}".export_part where job = $1 order by file, number`
  return (await pool.query<{ file: string; number: number }>(text, [id])).rows
}
const bytes = Buffer.from([0, 1, 0xff])
const savedFile = (parts: number) => ({ file: randomUUID(), parts, bytes: 3 * parts, sha256: "ab" })

test("A job gets its file once all parts are saved, keeps no other, and is removed with it.", async () => {
  const held = await createHeld()
  const [left, made] = [savedFile(1), savedFile(2)]
  await jobs.keepPart(held.id, left.file, 0, bytes)
  for (const number of [0, 1]) await jobs.keepPart(held.id, made.file, number, bytes)
  expect((await jobs.find(held.id, "ada"))?.file).toBe(null)
  await jobs.end(held, { state: "done", calls: 0, made })
  const { file } = made
  expect(await jobs.find(held.id, "ada")).toMatchObject({ state: "done", bytes: 6, file })
  expect(await readParts(held.id)).toEqual([0, 1].map((number) => ({ file, number })))
  expect(Buffer.from((await jobs.readPart(held.id, file, 1)) ?? []).equals(bytes)).toBe(true)
  expect(await jobs.readPart(held.id, file, 2)).toBe(undefined)
  expect(await jobs.remove(held.id, "ada")).toBe(true)
  expect(await readParts(held.id)).toEqual([])
})

// rules: Files
test("A file of an outdated state or with a missing part is not attached, and its parts are deleted.", async () => {
  const held = await createHeld()
  const [late, first, second] = [savedFile(1), savedFile(1), savedFile(1)]
  await jobs.keepPart(held.id, late.file, 0, bytes)
  await jobs.end({ ...held, holder: randomUUID() }, { state: "done", calls: 0, made: late })
  expect(await readParts(held.id)).toEqual([])
  const paused = await jobs.change(held.id, "ada", "paused", ["running"])
  if (!paused) throw new Error("It cannot be paused.")
  await jobs.attachFile(paused, first)
  expect((await jobs.find(held.id, "ada"))?.file).toBe(null)
  for (const made of [first, second]) {
    await jobs.keepPart(held.id, made.file, 0, bytes)
    await jobs.attachFile(paused, made)
  }
  expect((await jobs.find(held.id, "ada"))?.file).toBe(first.file)
  expect(await readParts(held.id)).toEqual([{ file: first.file, number: 0 }])
  expect(await jobs.change(held.id, "ada", "running", ["paused"])).toMatchObject({ file: null })
  expect(await readParts(held.id)).toEqual([])
})

// rules: Bounds
test("Ended jobs are kept for a day and paused ones for a week, by the database's clock.", async () => {
  const paused = await createHeld()
  await jobs.change(paused.id, "ada", "paused", ["running"])
  const done = await createHeld()
  await jobs.end(done, { state: "done", calls: 0 })
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
