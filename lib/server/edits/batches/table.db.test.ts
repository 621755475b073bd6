import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import { migrateTables, type Pool } from "../../../db"
import { openTestPool, uniqueSchema } from "../../../records/testing/open-test-store"
import { createEditLog } from "../table"
import { createEditBatches, type EditBatches } from "./table"

const holder = randomUUID()
const recordId = randomUUID()

let pool: Pool
let schema: string
let batches: EditBatches
beforeEach(async () => {
  pool = openTestPool()
  schema = uniqueSchema()
  batches = createEditBatches({ pool, schema })
  await migrateTables(pool, "dashboard", schema)
})
afterEach(async () => {
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

/** Creates a claimed batch whose only item was refused and that has not ended. */
async function startRefused(): Promise<string> {
  const log = createEditLog({ pool, schema })
  const patch = "[]"
  await batches.create({ title: "Move", personId: "person-1", items: [{ recordId, patch }] })
  const [batch] = await batches.claim(holder, 60_000, 1)
  if (!batch) throw new Error("No batch was there to be claimed.")
  const intent = {
    personId: "person-1",
    operation: "update-department",
    requestId: "request-1",
    recordId,
    patch,
    batch: batch.id,
  }
  const edit = await log.intend(intent, holder)
  await log.conclude(`${edit}`, { outcome: "refused", status: 409, code: "test_failed" })
  return batch.id
}

/** Locks all rows of a table, so that statements that reach them wait. */
async function hold(table: string) {
  const client = await pool.connect()
  await client.query("begin")
  await client.query(`select from "${schema}".${table} for update`)
  return async () => {
    await client.query("rollback")
    client.release()
  }
}

/** Starts work and waits until it has ended or `waiting` statements wait for a lock. */
async function begin<T>(work: () => Promise<T>, waiting: number) {
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  const count = async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and position($1 in query) > 0`,
      [schema],
    )
    return rows.length
  }
  await expect.poll(async () => isOver || (await count()) === waiting).toBe(true)
  return { working }
}

test("a batch does not end while one of its items is being retried", async () => {
  const id = await startRefused()
  const release = await hold("edit_batch_item")
  const retrying = await begin(() => batches.retry(id, [{ recordId }], { personId: "person-2" }), 1)
  const ending = await begin(() => batches.end({ id, holder }), 2)
  await release()
  expect([await retrying.working, await ending.working]).toEqual([true, false])
  expect(await batches.find(id)).toMatchObject({ state: "running", counts: { waiting: 1 } })
})

test("an item that is retried while its batch is ending makes the batch run again", async () => {
  const id = await startRefused()
  const release = await hold("edit_batch")
  const ending = await begin(() => batches.end({ id, holder }), 1)
  const retrying = await begin(() => batches.retry(id, [{ recordId }], { personId: "person-2" }), 2)
  await release()
  expect([await ending.working, await retrying.working]).toEqual([true, true])
  expect(await batches.find(id)).toMatchObject({ state: "running", counts: { waiting: 1 } })
})
