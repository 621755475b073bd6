import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Pool } from "../../db"
import { migrateTables } from "../../db"
import { openTestPool, uniqueSchema } from "../../records/testing/open-test-store"
import { createEditLog, type EditFilter, type EditLog, type LoggedEdit } from "./table"

let pool: Pool
let schema: string
beforeEach(async () => {
  pool = openTestPool()
  schema = uniqueSchema()
})
afterEach(async () => {
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

async function openLog() {
  const log = createEditLog({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
  return log
}

const intent = {
  personId: "person-1",
  personName: "Ada",
  operation: "update-department",
  recordId: "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
  patch: '[ {"op":"replace","path":"/name","value":"\\u0000é"} ]',
  requestId: "request-1",
}

async function intendIn(log: EditLog): Promise<string> {
  const id = await log.intend(intent)
  if (id === undefined) throw new Error("The intent was not stored.")
  return id
}

/** Moves all edits `ms` milliseconds into the past. */
const age = (ms: number) =>
  pool.query(
    `update "${schema}".edit set intended_at = intended_at - $1 * interval '1 ms',
       claimed_at = claimed_at - $1 * interval '1 ms'`,
    [ms],
  )

// rules: Sessions and edits
test("An intent is stored before its outcome, with the patch byte for byte, and the first outcome is final.", async () => {
  const log = await openLog()
  const id = await intendIn(log)
  expect(await log.read({ limit: 5 })).toMatchObject([{ ...intent, id, outcome: "intended" }])
  await log.conclude(id, { outcome: "refused", status: 409, code: "test_failed" })
  await log.conclude(id, { outcome: "applied", status: 200 })
  const [edit] = await log.read({ limit: 5 })
  expect(edit).toMatchObject({ id, outcome: "refused", status: 409, code: "test_failed" })
  expect(edit?.concludedAt).toBeGreaterThanOrEqual(edit?.intendedAt ?? Number.NaN)
})

test("An interrupted edit becomes unknown after the timeout and is claimed by one caller.", async () => {
  const log = await openLog()
  const cutOff = await intendIn(log)
  const done = await intendIn(log)
  await log.conclude(done, { outcome: "applied", status: 200 })
  expect(await log.claimUnknown(60_000)).toEqual([])
  await age(60_001)
  const claims = await Promise.all([1, 2, 3].map(() => log.claimUnknown(60_000)))
  expect(claims.flat()).toMatchObject([{ id: cutOff, outcome: "unknown" }])
})

test("An edit whose claim was not resolved can be claimed again, and its first verdict is final.", async () => {
  const log = await openLog()
  const id = await intendIn(log)
  await log.conclude(id, { outcome: "unknown", code: "upstream_timeout" })
  await age(1000)
  expect(await log.claimUnknown(0)).toHaveLength(1)
  expect(await log.claimUnknown(0)).toHaveLength(0)
  await age(120_001)
  expect(await log.claimUnknown(0)).toMatchObject([{ id, code: "upstream_timeout" }])
  await log.resolve(id, "not_applied")
  await log.resolve(id, "applied")
  await age(120_001)
  expect(await log.claimUnknown(0)).toEqual([])
  expect(await log.read({ limit: 1 })).toMatchObject([{ id, verdict: "not_applied" }])
})

test("Several processes may migrate the log at once.", async () => {
  await Promise.all([openLog(), openLog(), openLog()])
  expect(await (await openLog()).read({ limit: 1 })).toEqual([])
})

describe("With 10,000 edits", () => {
  const records = Array.from({ length: 5 }, (_, at) => `record-${at}`)
  const batch = "30000000-0000-4000-8000-000000000001"
  let log: EditLog
  beforeEach(async () => {
    log = await openLog()
    // Ten edits have the same time, so only their ids order them.
    await pool.query(
      `insert into "${schema}".edit
         (intended_at, person_id, operation, record_id, patch, request_id, outcome, batch)
       select timestamptz '2026-01-01' + (at / 10) * interval '1 s', 'person-' || at % 3, 'o',
         'record-' || at % 5, '[]', 'r', case at % 2 when 0 then 'applied' else 'refused' end,
         case when at % 100 = 0 then $1::uuid end
       from generate_series(0, 9999) as at`,
      [batch],
    )
  })

  async function readAll(filter: EditFilter, limit: number) {
    const edits: LoggedEdit[] = []
    for (;;) {
      const before = edits.at(-1)?.id
      const page = await log.read({ filter, limit, ...(before !== undefined && { before }) })
      edits.push(...page)
      if (page.length < limit) return edits
    }
  }

  test("each is on one page, newest first, even if several have the same time", async () => {
    const edits = await readAll({}, 333)
    expect(new Set(edits.map(({ id }) => id)).size).toBe(10_000)
    const times = edits.map(({ intendedAt }) => intendedAt)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  test("a page does not shift when new edits are added", async () => {
    const first = await log.read({ limit: 100 })
    const before = first.at(-1)?.id ?? ""
    const second = await log.read({ limit: 100, before })
    await intendIn(log)
    expect(await log.read({ limit: 100, before })).toEqual(second)
  })

  test.each<[string, EditFilter, number]>([
    ["record", { record: records[2] }, 2000],
    ["person", { person: "person-1" }, 3333],
    ["outcome", { outcome: "refused" }, 5000],
    ["batch", { batch }, 100],
    ["time, its beginning included", { from: "2026-01-01T00:16:39Z" }, 10],
    ["time, its end not", { to: "2026-01-01T00:00:01Z" }, 10],
    ["all of them at once", { record: records[0], person: "person-0", outcome: "applied" }, 334],
  ])("the log can be filtered by %s", async (_, filter, count) => {
    expect(await readAll(filter, 1000)).toHaveLength(count)
  })
})

test("An edit has the edit it undoes, the patch that was sent, and the newest applied edit that undoes it.", async () => {
  const log = await openLog()
  const first = await intendIn(log)
  const undo = (more: object = {}) => log.intend({ ...intent, undoes: first, ...more })
  const made = (await undo({ sentPatch: "[]" })) ?? ""
  const failed = (await undo()) ?? ""
  const [, , before] = await log.read({ limit: 3 })
  expect(before).toMatchObject({ id: first, undoneBy: undefined })
  await log.conclude(made, { outcome: "applied", status: 200 })
  await log.conclude(failed, { outcome: "refused", status: 409, code: "test_failed" })
  const [, second, third] = await log.read({ limit: 3 })
  expect(second).toMatchObject({ id: made, undoes: first, sentPatch: "[]" })
  expect(third).toMatchObject({ id: first, undoneBy: made, sentPatch: undefined })
})

test("Each person in the log is listed once, with the name of their newest edit.", async () => {
  const log = await openLog()
  expect(await log.readPeople()).toEqual([])
  for (const [personId, personName] of [
    ["b", "Bo"],
    ["a", "Ada"],
    ["b", "Bo Berg"],
    ["c", undefined],
    ["a", "Ada"],
  ] as const)
    await log.intend({ ...intent, personId, personName })
  expect(await log.readPeople()).toEqual([
    { personId: "a", personName: "Ada" },
    { personId: "b", personName: "Bo Berg" },
    { personId: "c", personName: null },
  ])
})
