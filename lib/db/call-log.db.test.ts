import { expect, test } from "vitest"
import { openTestPool, uniqueSchema } from "../records/testing/open-test-store"
import { createCallLog } from "./call-log"
import { migrateTables } from "./migrate-tables"

test("several processes may prepare the call log at once, and again while it is used", async () => {
  const schema = uniqueSchema()
  const pool = openTestPool()
  const rule = { limit: 2, windowMs: 60_000, inFlightMs: 1000 }
  const logs = [1, 2, 3, 4].map(() => createCallLog({ pool, schema, clientId: "client", rule }))
  await migrateTables(pool, "dashboard", schema)
  await Promise.all(logs.map((log) => log.prepare()))
  const wanted = {
    priority: "person",
    count: 1,
    demand: { person: 1, export: 0, sync: 0 },
  } as const
  const takings = await Promise.all(logs.map((log) => log.take(wanted)))
  expect(takings.flatMap(({ ids }) => ids)).toHaveLength(2)
  await Promise.all(logs.map((log) => log.prepare()))
  expect((await logs[0]?.read())?.used).toEqual({ person: 2, export: 0, sync: 0 })
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})
