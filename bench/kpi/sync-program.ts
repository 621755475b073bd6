// Copies a data set as the dashboard does, or only reads it, and sends the time in milliseconds.
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { catalogue, findOperation } from "@/lib/catalogue"
import { createCallLog, migrateTables, openPool } from "@/lib/db"
import { createGovernor, createUpstream, type Governor, readPages } from "@/lib/platform"
import { migrateCopies } from "@/lib/records"
import { openReplica } from "@/lib/server/copies/open-replica"
import type { Replica } from "@/lib/server/copies/replica"
import { createLog } from "@/lib/server/http/log"
import type { CallLimit, SyncOrder, SyncWorld } from "./sync-order"

const schema = "replica"
const maximum = 1000

function listOf({ dataSetId }: SyncWorld) {
  const operation = findOperation(catalogue, "data-points")
  if (operation?.kind !== "list") throw new Error("There is no list of data points.")
  return { operation, parameters: { dataSetId }, scope: "all" } as const
}

const openUpstream = (world: SyncWorld, governor?: Governor) =>
  createUpstream({ catalogue, config: world.config, clock: Date.now, governor })

/** Reads the whole list, page by page. */
async function read(world: SyncWorld): Promise<number> {
  const upstream = openUpstream(world)
  const { apiUrl } = world.config
  const source = {
    ...listOf(world),
    ticket: { priority: "sync" as const },
    upstream,
    catalogue,
    apiUrl,
  }
  const search = new URLSearchParams({ sort: "timeStamp", limit: `${maximum}` })
  const started = performance.now()
  let points = 0
  for await (const { envelope } of readPages(source, { search: `${search}`, following: false }))
    points += envelope.data.length
  const took = performance.now() - started
  await upstream.close()
  requireAll(world, points)
  return took
}

function requireAll({ points }: SyncWorld, found: number): void {
  if (found !== points) throw new Error(`${found} of ${points} points arrived.`)
}

/** The governor of a quota, with its call log in the dashboard's database as in the product. */
async function openQuota({ databaseUrl, config }: SyncWorld, limit: CallLimit) {
  const reserved = Math.floor(limit.limit / 10)
  const rule = { ...limit, inFlightMs: limit.windowMs / 4, reserved }
  const pool = openPool(databaseUrl, { max: 2 })
  const log = createCallLog({ pool, clientId: `${config.clientId} ${randomUUID()}`, rule })
  return { governor: createGovernor({ log, rule }), stop: () => pool.end() }
}

async function waitUntilCopied(replica: Replica, world: SyncWorld): Promise<void> {
  const list = { operation: "data-points", parameters: { dataSetId: world.dataSetId } }
  await replica.start(list)
  for (;;) {
    const status = await replica.find(list)
    if (status?.state === "failed") throw new Error(`The copy failed: ${status.reason}.`)
    if (status?.state === "idle" && status.run === null) return requireAll(world, status.rows)
    await delay(100)
  }
}

async function forget({ databaseUrl }: SyncWorld): Promise<void> {
  const pool = openPool(databaseUrl, { max: 1, statementTimeoutMs: 0 })
  await pool.query(`drop schema if exists ${schema} cascade`)
  await pool.end()
}

async function migrate({ databaseUrl }: SyncWorld): Promise<void> {
  const pool = openPool(databaseUrl, { max: 1 })
  await migrateTables(pool, "dashboard", "dashboard")
  await migrateCopies(pool, catalogue, { schema })
  await pool.end()
}

/** Copies the whole list into an empty database. */
async function sync(world: SyncWorld, limit: CallLimit | undefined): Promise<number> {
  const { config, databaseUrl } = world
  await migrate(world)
  const quota = limit && (await openQuota(world, limit))
  const upstream = openUpstream(world, quota?.governor)
  // With any limit but 0, the list is copied as carefully as under the platform's limit.
  const rateLimit = limit ? limit.limit : 0
  const settings = { databaseUrl, rateLimit, copyBudget: 0, upstream: config }
  const shared = { catalogue, config: settings, upstream, clock: Date.now }
  const replica = openReplica({ ...shared, log: createLog(process.stderr) })
  await replica.list()
  const started = performance.now()
  await waitUntilCopied(replica, world)
  const took = performance.now() - started
  await replica.stop()
  await upstream.close()
  await quota?.governor.close()
  await quota?.stop()
  await forget(world)
  return took
}

process.once("disconnect", () => process.exit())
process.once("message", (world: SyncWorld) => {
  process.on("message", async (order: SyncOrder) => {
    const took = order.kind === "read" ? read(world) : sync(world, order.limit)
    process.send?.(
      await took.then(
        (ms) => ({ ms }),
        (error: unknown) => ({ error: `${error}` }),
      ),
    )
  })
  process.send?.({ ms: 0 })
})
