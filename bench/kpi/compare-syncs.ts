import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { demoClient } from "@/service/identity/demo-client"
import { interleave } from "../interleave"
import type { Row } from "../row"
import { loadDataSet } from "../service/data-points"
import { startService } from "../service/running-service"
import type { Size, SuiteContext } from "../suite"
import { startProgram } from "./start-program"
import type { CallLimit, SyncOrder, SyncWorld } from "./sync-order"

const points: Readonly<Record<Size, number>> = {
  quick: 40_000,
  normal: 1_000_000,
  large: 1_000_000,
}
const rounds: Readonly<Record<Size, number>> = { quick: 1, normal: 2, large: 3 }
const pageRows = 1000

/**
 * The dashboard's own limit under a quota of 100 requests a minute. With it a million points need
 * eleven minutes, so the normal size uses a shorter window.
 */
const trueLimit: CallLimit = { limit: 95, windowMs: 61_000 }
const limits: Readonly<Record<Size, CallLimit>> = {
  quick: { limit: 10, windowMs: 3000 },
  normal: { ...trueLimit, windowMs: trueLimit.windowMs / 4 },
  large: trueLimit,
}

/** The minimum time of this many calls under a limit. */
const minMs = (calls: number, { limit, windowMs }: CallLimit) => (calls / limit) * windowMs

/** A data set at a service without a limit, and an empty database for its copy. */
async function openWorld(context: SuiteContext): Promise<SyncWorld & { postgres: string }> {
  const { keep, print, size } = context
  const service = await startService(context)
  const database = keep(await startTemporaryPostgres({ databases: ["dashboard"], durable: true }))
  const count = points[size]
  print(`Loading ${count.toLocaleString("en")} data points into the service …`)
  const dataSetId = await loadDataSet(service.databaseUrl, count)
  return {
    dataSetId,
    points: count,
    databaseUrl: database.url("dashboard"),
    postgres: service.postgres,
    config: {
      apiUrl: service.url,
      tokenUrl: `${new URL(service.url).origin}/oidc/token`,
      scopePrefix: "svc.api",
      clientId: demoClient.id,
      clientSecret: demoClient.secret,
    },
  }
}

type Run = (order: SyncOrder) => Promise<number>

async function compareUnlimited(count: number, size: Size, run: Run): Promise<Row> {
  const taken = await interleave(
    {
      sync: () => run({ kind: "sync" }),
      read: () => run({ kind: "read" }),
    },
    rounds[size],
  )
  const rate = (ms: number) => (1000 * count) / ms
  const name = `First copy of ${count.toLocaleString("en")} points, no quota`
  const baseline = { name: "reading alone, page after page", figure: rate(taken.read) }
  return { name, unit: "rows/s", figure: rate(taken.sync), baseline }
}

async function compareLimited(count: number, limit: CallLimit, run: Run): Promise<Row> {
  const quota = `${limit.limit} calls in ${limit.windowMs / 1000} s`
  return {
    name: `First copy of ${count.toLocaleString("en")} points, quota of ${quota}`,
    unit: "s",
    figure: (await run({ kind: "sync", limit })) / 1000,
    baseline: { name: "pages at its pace", figure: minMs(count / pageRows, limit) / 1000 },
    goal: { atMost: 1.05 },
  }
}

/**
 * Compares a first copy of a data set without a quota with only reading the list, and one under a
 * quota with the minimum time of its calls.
 */
export async function compareSyncs(
  context: SuiteContext,
): Promise<{ rows: Row[]; postgres: string }> {
  const { print, size } = context
  const { postgres, ...world } = await openWorld(context)
  const program = startProgram<SyncWorld | SyncOrder, { ms: number }>(context, "sync-program.ts")
  const run = async (order: SyncOrder) => (await program.run(order)).ms
  await program.run(world)
  print("They are copied and read, in turn …")
  const unlimited = await compareUnlimited(world.points, size, run)
  print("They are copied under a quota …")
  const limited = await compareLimited(world.points, limits[size], run)
  return { rows: [limited, unlimited], postgres }
}
