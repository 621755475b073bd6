import { catalogue } from "@/lib/catalogue"
import { copyShare, createCallLog, migrateTables, openPool } from "@/lib/db"
import {
  createGovernor,
  createUpstream,
  type Governor,
  quotaRule,
  type Upstream,
} from "@/lib/platform"
import { migrateCopies, replicaSchema } from "@/lib/records"
import { startAutomaticCopies } from "@/lib/server/copies/automatic-lists"
import { openReplica } from "@/lib/server/copies/open-replica"
import { configOf } from "@/lib/server/copies/testing/open-replica-world"
import type { Log } from "@/lib/server/http/log"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { maxWithin } from "../quota/call-window"
import { startChanges } from "./changes"
import { createDayClock, type DayClock, watchPool } from "./day-clock"
import { openDayDatabase } from "./day-database"
import type { DayOrder, DayOutcome } from "./day-order"
import { type DayPlan, dayPlans } from "./day-plan"
import { loadDayWorld, workspaceOf } from "./day-world"
import { compareCopies, watchLag } from "./lag"
import { sendPeople } from "./people"

/** The quota in requests a minute. */
const allowed = 100
const rule = requireRule()
/** The platform's response time. */
const answerMs = 300
/**
 * How often the copies look for new and for due lists: less often than in the product, because each
 * look costs simulation time.
 */
const [lookEveryMs, pollMs] = [120_000, 15_000]
const hourMs = 3_600_000

/**
 * Wraps a governor so that its calls take the platform's response time; `onCall` is called for
 * each.
 */
const slowed = (
  governor: Governor,
  clock: DayClock,
  onCall: (priority: string) => void,
): Governor => ({
  ...governor,
  run: (ticket, call) =>
    governor.run(ticket, async (arrived) => {
      onCall(ticket.priority)
      await clock.rest(answerMs)
      return clock.track(call(arrived))
    }),
})

/** Wraps reads so that the clock waits from the request on. */
const watchedReads = (upstream: Pick<Upstream, "read">, clock: DayClock) => ({
  async read(request: Parameters<Upstream["read"]>[0]) {
    const ends: (() => void)[] = []
    const onSent = () => ends.push(clock.begin())
    try {
      return await upstream.read({ ...request, onSent })
    } finally {
      for (const end of ends) end()
    }
  },
})

interface Day {
  readonly plan: DayPlan
  readonly clock: DayClock
  readonly database: Awaited<ReturnType<typeof openDayDatabase>>
  readonly service: TestService
}

function requireRule() {
  const found = quotaRule(allowed)
  if (!found) throw new Error("There is no limit.")
  return found
}

async function openQuota({ clock, plan }: Day, databaseUrl: string) {
  const pool = openPool(databaseUrl, { max: 4 })
  const log = createCallLog({ pool: watchPool(pool, clock), clientId: "day", rule })
  await migrateTables(pool, "dashboard", "dashboard")
  const calls = { person: 0, sync: 0 }
  const moments: number[] = []
  const governor = slowed(createGovernor({ log, rule, timing: clock }), clock, (priority) => {
    moments.push(clock.today())
    if (priority === "person") calls.person += 1
    if (priority === "sync" && clock.today() >= plan.dayBegins && clock.today() < plan.dayEnds)
      calls.sync += 1
  })
  const stop = async () => {
    await governor.close()
    await pool.end()
  }
  return { governor, calls, mostInAMinute: () => maxWithin(moments, 60_000), stop }
}

async function migrateReplica(databaseUrl: string) {
  const pool = openPool(databaseUrl, { max: 1 })
  await migrateCopies(pool, catalogue, { schema: replicaSchema })
  await pool.end()
}

const silent = () => {}

/** Starts automatic copies and records their faults and their lag. */
function startCopies(
  day: Day,
  { databaseUrl, upstream }: { databaseUrl: string; upstream: Pick<Upstream, "read"> },
) {
  const { plan, clock, database, service } = day
  const faults: string[] = []
  const tell = (line: object) => void faults.push(JSON.stringify(line))
  const log = { info: tell, error: tell, warn: tell, debug: silent } as unknown as Log
  const replica = openReplica({
    config: {
      databaseUrl,
      upstream: configOf(service.origin),
      rateLimit: allowed,
      copyBudget: undefined,
    },
    catalogue,
    upstream,
    clock: clock.today,
    timing: clock,
    pollMs,
    pool: watchPool(openPool(databaseUrl, { max: 4, statementTimeoutMs: 120_000 }), clock),
    log,
  })
  const workspace = workspaceOf(plan)
  const stopLooking = startAutomaticCopies(
    {
      catalogue,
      replica,
      readWorkspace: async () => workspace,
      dailyCalls: copyShare(rule).busy * 1440,
      clock: clock.today,
      complain: (error) => tell({ error: `${error}` }),
    },
    { everyMs: lookEveryMs, after: clock.after },
  )
  const lag = watchLag({ client: database.client, clock, plan })
  return {
    lag,
    faults,
    async stop() {
      stopLooking()
      const stopping = replica.stop()
      await stopping
    },
  }
}

/**
 * Runs an hour without changes, after which most copies can be compared in full with their source.
 */
async function endCopies(day: Day, copies: ReturnType<typeof startCopies>, databaseUrl: string) {
  const { plan, clock, database, service } = day
  await clock.runUntil(plan.dayEnds + hourMs)
  const pool = openPool(databaseUrl, { max: 1, statementTimeoutMs: 0 })
  const { claimed, usual, missing, worst, figures, readLists } = copies.lag
  const lists = await readLists()
  const compared = await compareCopies(lists, { client: database.client, service, pool })
  await pool.end()
  await copies.stop()
  const worstLists = [...worst].map(([kind, where]) => `${kind}: ${where}`)
  const faults = copies.faults.slice(0, 20)
  return { ...figures, claimed, usual: usual(), missing, ...compared, worst: worstLists, faults }
}

async function openDay({ size, databaseUrl, hasCopies }: DayOrder): Promise<Day> {
  const plan = dayPlans[size]
  const database = await openDayDatabase(databaseUrl, plan.startsAt)
  const clock = createDayClock(plan.startsAt, database.set)
  const service = await startTestService({
    databaseUrl,
    count: 0,
    rateLimit: allowed,
    tokenTtlSeconds: 1_000_000,
  })
  await loadDayWorld(service, hasCopies ? plan : { ...plan, points: 1000, forms: 10 })
  await database.client.query("analyze")
  return { plan, clock, database, service }
}

/** Simulates one day at the platform's rate limit, with or without automatic copies. */
export async function simulateDay(
  order: DayOrder,
  print: (line: string) => void,
): Promise<DayOutcome> {
  const { databaseUrl, hasCopies } = order
  const day = await openDay(order)
  const { plan, clock, database, service } = day
  const quota = await openQuota(day, databaseUrl)
  await migrateReplica(databaseUrl)
  await database.moveDefaults()
  const { governor } = quota
  const config = configOf(service.origin)
  const upstream = createUpstream({
    catalogue,
    config,
    clock: clock.today,
    governor,
    retries: { retries: 0, pauseMs: 0, withinMs: 0 },
  })
  const reads = watchedReads(upstream, clock)
  const people = sendPeople(plan, { clock, upstream: reads })
  const changes = hasCopies ? startChanges({ ...day, client: database.client }) : undefined
  const copies = hasCopies ? startCopies(day, { databaseUrl, upstream: reads }) : undefined
  for (let moment = plan.startsAt; moment < plan.dayEnds; moment += hourMs) {
    await clock.runUntil(moment + hourMs)
    print(
      `${new Date(clock.today()).toISOString()} ${JSON.stringify(quota.calls)} ${JSON.stringify(copies?.lag.claimed)} ${JSON.stringify(copies?.lag.figures)}`,
    )
  }
  changes?.stop()
  const ended = copies && { copies: await endCopies(day, copies, databaseUrl) }
  const refused = service.lines.filter((line) => line["status"] === 429).length
  await quota.stop()
  await upstream.close()
  await service.stop()
  await database.stop()
  return {
    waits: people.waits,
    failures: people.failures.map((each) => `${each}`),
    refused,
    personCalls: quota.calls.person,
    copyCalls: quota.calls.sync,
    mostInAMinute: quota.mostInAMinute(),
    ...ended,
  }
}
