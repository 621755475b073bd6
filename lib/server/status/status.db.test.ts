import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import {
  countLeases,
  createKeyedDocuments,
  migrateTables,
  openPool,
  type Pool,
  quoteName,
} from "../../db"
import { createLog } from "../http/log"
import { countErrors, readErrorName } from "./count-errors"
import { type InstanceSign, startInstances } from "./instances"
import { createStatusService, type StatusParts } from "./service"

let pool: Pool
const schema = `status_${randomUUID().slice(0, 8)}`
const documents = () => createKeyedDocuments({ pool, schema })

beforeAll(async () => {
  pool = openPool(inject("databaseUrl"), { max: 4 })
  await migrateTables(pool, "dashboard", schema)
})
afterAll(async () => {
  await pool.end()
})

const tally = (name: string, count: number, maxMs = 0) => ({
  name,
  count,
  failed: 0,
  totalMs: maxMs * count,
  maxMs,
  lastAt: 1_700_000_000_000,
})
const sign = (more: Partial<InstanceSign> = {}): InstanceSign => ({
  name: "host:3000",
  version: "1.0.0",
  node: "v24.0.0",
  startedAt: 1_700_000_000_000,
  status: "ready",
  impaired: [],
  draining: false,
  statements: [],
  errors: [],
  ...more,
})

const complaints: unknown[] = []
const start = (readSign: () => Promise<InstanceSign>, id = randomUUID()) =>
  startInstances({
    id,
    documents: documents(),
    readSign,
    complain: (error) => complaints.push(error),
    beatMs: 50,
  })

test("instances see each other; a stopped one is gone at once, and a silent one within a minute", async () => {
  const one = start(async () => sign({ name: "one:1" }))
  const two = start(async () => sign({ name: "two:2" }))
  await expect.poll(async () => (await one.list()).length).toBe(2)
  expect((await two.list()).map(({ sign: { name } }) => name).toSorted()).toEqual([
    "one:1",
    "two:2",
  ])
  await two.stop()
  expect((await one.list()).map(({ id }) => id)).toEqual([one.id])
  await documents().put("instance", "silent", sign(), { expiresInSeconds: 20 })
  const silent = (await one.list()).find(({ id }) => id === "silent")
  expect(silent?.seenSecondsAgo).toBe(40)
  await documents().put("instance", "silent", sign(), { expiresInSeconds: -1 })
  await documents().put("instance", "strange", { planted: true }, { expiresInSeconds: 60 })
  expect((await one.list()).map(({ id }) => id)).toEqual([one.id])
  await one.stop()
  expect(await one.list()).toEqual([])
  expect(complaints).toEqual([])
})

test("a failing status report is logged once, and reports resume afterwards", async () => {
  const state = { fails: true }
  const instance = start(async () => {
    if (state.fails) throw new Error("planted")
    return sign()
  })
  await expect.poll(() => complaints.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(complaints).toHaveLength(1)
  state.fails = false
  await expect.poll(async () => (await instance.list()).length).toBe(1)
  await instance.stop()
})

const readReadiness = async () =>
  ({ status: "ready", database: "ok", upstream: "ok", impaired: [] }) as const
const parts = (more: Partial<StatusParts>): StatusParts => ({
  instances: { id: "this", list: async () => [] },
  readSign: async () => sign(),
  readReadiness,
  readTables: async () => ({ migrations: [], misfits: [] }),
  readQuota: () => Promise.reject(new Error("planted")),
  readCopies: async () => ({ lists: 0, whole: 0, running: 0, paused: 0, asOf: null, failing: [] }),
  readExports: async () => ({ waiting: 0, running: 0, paused: 0, failed: 0, oldestSeconds: 0 }),
  readWork: async () => [],
  readDatabaseBytes: async () => 1,
  folder: process.cwd(),
  clock: Date.now,
  deadlineMs: 100,
  ...more,
})

test("a part that does not respond is null, and the others are returned in time", async () => {
  const never = () => new Promise<never>(() => {})
  const read = createStatusService(
    parts({ readTables: never, instances: { id: "this", list: never }, readWork: never }),
  )
  const began = performance.now()
  const found = await read()
  expect(performance.now() - began).toBeLessThan(1000)
  expect(found).toMatchObject({ tables: null, instances: null, jobs: null, quota: null })
  expect(found.exports).toMatchObject({ waiting: 0 })
  expect(found.disk.files?.free).toBeGreaterThan(0)
})

test("statements and errors are summed over all instances and bounded, and jobs have their instance", async () => {
  const others = Array.from({ length: 30 }, (_, index) => tally(`other ${index}`, 1, index))
  const list = async () => [
    {
      id: "that",
      seenSecondsAgo: 3,
      sign: sign({ statements: [tally("slow", 2, 900), ...others], errors: [tally("a\tb", 2)] }),
    },
    { id: "this", seenSecondsAgo: 9, sign: sign({ errors: [tally("a\tb", 100)] }) },
  ]
  const readSign = async () =>
    sign({ statements: [tally("slow", 1, 300)], errors: [tally("a\tb", 3), tally("c\td", 1)] })
  const readWork = async () => [
    { kind: "copy", holder: "that", jobs: 2, leftSeconds: 12.4 },
    { kind: "export", holder: "gone", jobs: 1, leftSeconds: 3 },
  ]
  const read = createStatusService(parts({ instances: { id: "this", list }, readSign, readWork }))
  const { statements, errors, instances, jobs } = await read()
  expect(statements).toHaveLength(10)
  expect(statements[0]).toMatchObject({ name: "slow", calls: 3, maxMs: 900, averageMs: 700 })
  expect(errors).toMatchObject([
    { code: "a", operation: "b", count: 5 },
    { code: "c", operation: "d", count: 1 },
  ])
  expect(instances).toMatchObject([
    { id: "this", isThis: true, seenSecondsAgo: 0 },
    { id: "that", isThis: false, seenSecondsAgo: 3 },
  ])
  expect(jobs).toEqual([
    { kind: "copy", instance: "that", jobs: 2, leftSeconds: 12 },
    { kind: "export", instance: null, jobs: 1, leftSeconds: 3 },
  ])
})

test("errors are counted by code and operation, and lines without an error are not", () => {
  const lines: string[] = []
  const counted = countErrors(createLog({ write: (line) => void lines.push(line) }), Date.now)
  counted.log.info({ operation: "departments", status: 404, code: "not_found" }, "operation")
  counted.log.error({ operation: "departments", status: 502, code: "upstream_failed" }, "operation")
  counted.log.error({ error: "planted" }, "user names file")
  expect(counted.read().map(readErrorName)).toEqual([
    { code: "upstream_failed", operation: "departments" },
    { code: "internal", operation: "user names file" },
  ])
  expect(lines).toHaveLength(3)
})

test("leases are counted by kind and holder, without expired ones and missing tables", async () => {
  const table = `${quoteName(schema)}.edit_batch`
  const [one, two] = [randomUUID(), randomUUID()]
  const add = (holder: string, left: string) =>
    pool.query(
      `insert into ${table} (title, person_id, leased_by, leased_until)
       values ('planted', 'planted', $1, clock_timestamp() + $2::interval)`,
      [holder, left],
    )
  await add(one, "20 s")
  await add(one, "30 s")
  await add(two, "-1 s")
  const held = await countLeases(pool, { copy: `${quoteName(schema)}.nowhere`, batch: table })
  expect(held).toMatchObject([{ kind: "batch", holder: one, jobs: 2 }])
  expect(held[0]?.leftSeconds).toBeGreaterThan(15)
  expect(await countLeases(pool, { copy: "nowhere.at_all" })).toEqual([])
})
