import type { Pool } from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createEditLog } from "./edit-log"
import { openTestPool, uniqueSchema } from "./testing/open-test-store"

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
  await log.prepare()
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

/** Puts everything so many milliseconds into the past. */
const age = (ms: number) =>
  pool.query(
    `update "${schema}".edit set intended_at = intended_at - $1 * interval '1 ms',
       claimed_at = claimed_at - $1 * interval '1 ms'`,
    [ms],
  )

test("An intent is there before its outcome, with the patch byte for byte, and its first outcome stays.", async () => {
  const log = await openLog()
  const id = await log.intend(intent)
  expect(await log.readNewest(5)).toMatchObject([{ ...intent, id, outcome: "intended" }])
  await log.conclude(id, { outcome: "refused", status: 409, code: "test_failed" })
  await log.conclude(id, { outcome: "applied", status: 200 })
  const [edit] = await log.readNewest(5)
  expect(edit).toMatchObject({ id, outcome: "refused", status: 409, code: "test_failed" })
  expect(edit?.concludedAt).toBeGreaterThanOrEqual(edit?.intendedAt ?? Number.NaN)
})

test("What was cut off becomes unknown once nobody can be sending it, and is claimed by one caller.", async () => {
  const log = await openLog()
  const cutOff = await log.intend(intent)
  const done = await log.intend(intent)
  await log.conclude(done, { outcome: "applied", status: 200 })
  expect(await log.claimUnknown(60_000)).toEqual([])
  await age(60_001)
  const claims = await Promise.all([1, 2, 3].map(() => log.claimUnknown(60_000)))
  expect(claims.flat()).toMatchObject([{ id: cutOff, outcome: "unknown" }])
})

test("A claim that came to nothing is given out again; a verdict ends it.", async () => {
  const log = await openLog()
  const id = await log.intend(intent)
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
  expect(await log.readNewest(1)).toMatchObject([{ id, verdict: "not_applied" }])
})

test("Several processes may prepare the log at once.", async () => {
  await Promise.all([openLog(), openLog(), openLog()])
  expect(await (await openLog()).readNewest(1)).toEqual([])
})
