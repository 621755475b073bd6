import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { seriesTables } from "@/lib/records/series/series-tables"
import { configOf } from "@/lib/server/copies/testing/open-replica-world"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { catalogue } from "../../catalogue"
import { openPool } from "../../db"
import { createUpstream } from "../../platform"
import { migrateCopies, replicaSchema as schema } from "../../records"
import { loadPoints } from "../exports/testing/source-points"
import { createLog } from "../http/log"
import { openReplica } from "./open-replica"
import type { Replica } from "./replica"

const count = 4000
const pool = openPool(inject("databaseUrl"), { max: 2 })
const lines: string[] = []
let service: TestService
let replica: Replica
let dataSetId: string
beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startTestService({ databaseUrl, count: 0 })
  dataSetId = await loadPoints(service, count)
  const upstream = configOf(service.origin)
  await migrateCopies(pool, catalogue, { schema })
  replica = openReplica({
    config: { databaseUrl, upstream, rateLimit: 0, copyBudget: 0 },
    catalogue,
    clock: Date.now,
    upstream: createUpstream({ catalogue, config: upstream, clock: Date.now }),
    log: createLog({ write: (line) => void lines.push(line) }),
  })
})
afterAll(async () => {
  await replica?.remove({ operation: "data-points", parameters: { dataSetId } })
  await replica?.stop()
  await pool.end()
  await service?.stop()
})

async function waitUntilSynced() {
  const list = { operation: "data-points", parameters: { dataSetId } }
  for (let tries = 0; tries < 6000; tries += 1) {
    const status = await replica.find(list)
    if (status?.isComplete && status.state === "idle") return status
    await delay(10)
  }
  throw new Error("The list is not synced.")
}

/** Counts the points in the rollups and the ranges that are still due. */
async function countRollups() {
  const { byLabel, due } = seriesTables(schema)
  const where = `where in_data_set_id = '${dataSetId}'`
  const { rows } = await pool.query(
    `select (select sum(points)::int from ${byLabel} ${where}) as points,
      (select count(*)::int from ${due} ${where}) as due`,
  )
  return rows[0]
}

test("A data set copied in several concurrent intervals has all its rollups.", async () => {
  const started = await replica.start({ operation: "data-points", parameters: { dataSetId } })
  expect(started.rows).toBeLessThanOrEqual(count)
  expect((await waitUntilSynced()).rows).toBe(count)
  await expect.poll(countRollups).toEqual({ points: count, due: 0 })
  expect(lines).toEqual([])
})

test("A removed data set leaves no rollups.", async () => {
  await replica.remove({ operation: "data-points", parameters: { dataSetId } })
  expect(await countRollups()).toEqual({ points: null, due: 0 })
})
