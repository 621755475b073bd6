import { setTimeout as delay } from "node:timers/promises"
import { catalogue, listOperations, type Row } from "@/lib/catalogue"
import { type Pool, poolSession } from "@/lib/db"
import { replicaSchema, requireTable } from "@/lib/records"
import { reconcileRange } from "@/lib/records/copies/reconcile-range"
import { type DumpPrograms, pipeDump } from "@/scripts/companies/dump-programs"
import { measureLatency } from "../latency"
import { listStorePoints } from "../peers/store-points"
import { runSql } from "../service/running-service"
import { dataSetId, nameCopied, pointTables, type StoredPoints } from "./stored-points"

/** What points of a copy cost at one size, each in the unit of its name. */
export interface PointCosts {
  readonly bytesOfRecord: number
  readonly bytesOfIndexes: number
  readonly bytesOfRollups: number
  readonly loadedPerSecond: number
  readonly recheckMs: number
  readonly vacuumMs: number
  readonly dumpSeconds: number | undefined
}

const dataPoints = listOperations(catalogue).find(({ record }) => record === "dataPoint")
const points = nameCopied("data_point")
const pageRows = 1000

async function measureBytes(pool: Pool) {
  const { rows } = await pool.query<{ record: number; indexes: number; rollups: number }>(
    `select pg_table_size($1::regclass)::float8 / count as record,
       pg_indexes_size($1::regclass)::float8 / count as indexes,
       (select sum(pg_total_relation_size(name::regclass)) from unnest($2::text[]) as name)::float8 / count as rollups
     from (select count(*)::float8 as count from ${points}) as counted`,
    [points, pointTables.slice(1).map(nameCopied)],
  )
  const [found] = rows
  if (!found) throw new Error("The database did not say how large its tables are.")
  return found
}

/** A page of 1,000 in the middle of the list, as the platform would send it again, and the moments it lies between. */
function listMiddlePage(count: number) {
  const from = Math.floor(count / 2000) * pageRows
  const page: Row[] = []
  let index = 0
  for (const { values } of listStorePoints(dataSetId, count)) {
    if (page.length === pageRows) break
    if (index++ >= from) page.push(values)
  }
  const timeOf = (row: Row | undefined) => `${row?.["timeStamp"]}`
  const upper = new Date(Date.parse(timeOf(page.at(-1))) + 1).toISOString()
  return { page, lower: timeOf(page[0]), upper }
}

/** A page that has come again and is compared with what is stored, nothing having changed. */
async function measureRecheck({ pool, tables }: StoredPoints, count: number): Promise<number> {
  if (!dataPoints) throw new Error("The catalogue has no list of data points.")
  const { page, ...bounds } = listMiddlePage(count)
  const list = {
    schema: replicaSchema,
    table: requireTable(tables, "dataPoint"),
    operation: dataPoints,
    parameters: { dataSetId },
  }
  const range = { span: "time", key: "timeStamp", ...bounds } as const
  const recheck = () =>
    poolSession(pool).transaction(async (session, client) => {
      const done = await reconcileRange({ session, client }, list, range, page)
      if (done.inserted + done.deleted > 0)
        throw new Error(`Nothing had changed, and yet ${JSON.stringify(done)}.`)
    })
  await recheck()
  return measureLatency(recheck, 20)
}

/** What is cleared after one of 100 rows has been written anew. */
async function measureVacuum(pool: Pool): Promise<number> {
  await pool.query(`update ${points} set label = label where row_id % 100 = 0`)
  await delay(1000)
  const started = performance.now()
  await pool.query(`vacuum analyze ${points}`)
  return performance.now() - started
}

/** A dump of the database into another of the same server, in seconds; undefined without a pg_dump. */
async function measureDump(url: string, programs: DumpPrograms | undefined) {
  if (!programs) return undefined
  const server = { name: "measured", url, password: undefined }
  const database = new URL(url).pathname.slice(1)
  const copy = `${database}_copy`
  const maintenance = new URL(url)
  maintenance.pathname = "/postgres"
  await runSql(maintenance.href, (client) => client.query(`create database ${copy}`))
  const started = performance.now()
  const sides = { from: { server, database }, to: { server, database: copy } }
  await pipeDump(programs, sides, new AbortController().signal)
  const seconds = (performance.now() - started) / 1000
  await runSql(maintenance.href, (client) => client.query(`drop database ${copy}`))
  return seconds
}

/** Measures a database that `storePoints` has filled with that many points. */
export async function measurePoints(
  url: string,
  stored: StoredPoints,
  { count, programs }: { count: number; programs: DumpPrograms | undefined },
): Promise<PointCosts> {
  const bytes = await measureBytes(stored.pool)
  return {
    bytesOfRecord: bytes.record,
    bytesOfIndexes: bytes.indexes,
    bytesOfRollups: bytes.rollups,
    loadedPerSecond: (count * 1000) / stored.loadMs,
    recheckMs: await measureRecheck(stored, count),
    dumpSeconds: await measureDump(url, programs),
    vacuumMs: await measureVacuum(stored.pool),
  }
}
