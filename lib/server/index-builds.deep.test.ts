import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue } from "../catalogue"
import { openPool, type Pool } from "../db"
import { findBuild, holdBuilds, readIndex } from "../db/testing/watch-builds"
import { copyIndexes, migrateCopies, type RecordTables, replicaSchema } from "../records"
import { maxConnections } from "./http/connection-limits"
import type { LogEntry } from "./http/log"
import { startIndexing } from "./index-builds"
import {
  backendConnections,
  type DashboardInProcess,
  startDashboardInProcess,
} from "./testing/dashboard-in-process"

const points = `"${replicaSchema}".data_point`
const name = "data_point_by_time_stamp"
const index = `"${replicaSchema}".${name}`

let pool: Pool
let tables: RecordTables
let dashboard: DashboardInProcess
let release: () => Promise<void>
beforeAll(async () => {
  dashboard = await startDashboardInProcess(inject("databaseUrl"), {
    /**
     * Creates many data points without an index that an older version lacks, and blocks its build.
     */
    async adjust({ databaseUrl }) {
      pool = openPool(databaseUrl, { max: 3 })
      tables = await migrateCopies(pool, catalogue, { schema: replicaSchema })
      await pool.query(
        `drop index ${index};
         insert into ${points} (in_data_set_id, time_stamp, value, document)
         select gen_random_uuid(), now(), number, '' from generate_series(1, 1500) as number`,
      )
      release = await holdBuilds(pool, points)
      return {}
    },
  })
})
afterAll(async () => {
  await release?.()
  await pool?.end()
  await dashboard?.stop()
})

test("While an index is built, an instance is ready and within its connection limit; draining cancels the build.", async () => {
  const pid = await findBuild(pool, points)
  await expect
    .poll(async () => (await dashboard.ask("/readyz", {}, "in process"))?.status)
    .toBe(200)
  const cookie = await dashboard.people.cookieOf("admin@demo.test")
  expect((await dashboard.ask("/api/sync", { cookie }, "in process"))?.status).toBe(200)
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where application_name = $1 and datname = current_database()`,
    [backendConnections],
  )
  expect(rows[0]?.count).toBeLessThanOrEqual(maxConnections)
  expect(await findBuild(pool, points)).toBe(pid)
  dashboard.backend.drain()
  const isThere = async () =>
    (await pool.query("select 1 from pg_stat_activity where pid = $1", [pid])).rowCount
  await expect.poll(isThere).toBe(0)
  expect(await readIndex(pool, index)).toMatchObject({ isValid: false })
})

test("The next start completes the build and logs its start and end.", async () => {
  const lines: (LogEntry & { readonly message: string })[] = []
  const note = (entry: LogEntry, message: string) => void lines.push({ ...entry, message })
  const log = { info: note, error: note }
  const wantedIndexes = async () => copyIndexes(catalogue, tables)
  const stop = startIndexing({ pool, replica: { wantedIndexes }, log })
  await expect.poll(() => lines.length).toBe(1)
  await release()
  await expect.poll(() => lines.at(-1)?.outcome).toBe("done")
  await stop()
  expect(await readIndex(pool, index)).toMatchObject({ isValid: true })
  expect(lines).toEqual([
    { operation: name, outcome: "begun", message: "index" },
    { operation: name, outcome: "done", durationMs: expect.any(Number), message: "index" },
  ])
})

test("A database that does not respond is logged as one error.", async () => {
  const lines: LogEntry[] = []
  const note = (entry: LogEntry) => void lines.push(entry)
  const lost = openPool("postgres://nobody@127.0.0.1:1/none", { max: 1 })
  const stop = startIndexing({
    pool: lost,
    replica: { wantedIndexes: async () => [] },
    log: { info: note, error: note },
  })
  await expect.poll(() => lines).toHaveLength(1)
  await stop()
  await lost.end()
  expect(lines).toEqual([
    { outcome: "failed", reason: "ECONNREFUSED", error: expect.stringContaining("Error") },
  ])
})
