import { setTimeout as delay } from "node:timers/promises"
import { catalogue } from "@/lib/catalogue"
import { migrateTables, openPool } from "@/lib/db"
import { createSmallGroups, migrateCopies, replicaSchema } from "@/lib/records"
import { checkRule, openReplica, replicaPoolOptions } from "@/lib/server/copies/open-replica"
import { daysOfCheck } from "@/lib/server/copies/plan-check"
import type { CopiedList } from "@/lib/server/copies/replica"
import { configOf, isAtRest } from "@/lib/server/copies/testing/open-replica-world"
import type { Log } from "@/lib/server/http/log"
import { removeOld } from "@/lib/server/retention/retention"
import { retentionRules } from "@/lib/server/retention/rules"
import { openDayDatabase } from "../day/day-database"
import { dayGuid } from "../day/day-plan"
import { countChecks } from "./count-checks"
import { createPointPlatform } from "./point-platform"
import { createYearPeople } from "./year-people"
import {
  type RealCheck,
  type YearOrder,
  type YearOutcome,
  type YearPlan,
  yearPlans,
} from "./year-plan"
import { countLeftovers, readYearSizes, vacuumDue } from "./year-tables"

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** Parts of a day in which people do something, and how long each is. */
const [parts, partMs] = [4, 4 * hourMs]
const quota = { rateLimit: 100, copyBudget: 0, checkPercent: 5 }
/** Each list runs when the day is told to, and by itself after more than a day. */
const everyMinutes = 1728
const config = configOf("http://platform.test")

interface Year {
  readonly plan: YearPlan
  readonly startsAt: number
  readonly databaseUrl: string
  readonly database: Awaited<ReturnType<typeof openDayDatabase>>
  readonly platform: ReturnType<typeof createPointPlatform>
  readonly now: () => number
  readonly setNow: (moment: number) => Promise<void>
  /** Adds how long something took to the times of the day. */
  readonly time: <Answer>(work: string, done: () => Promise<Answer>) => Promise<Answer>
  readonly faults: string[]
}

const listOf = (dataSet: number): CopiedList => ({
  operation: "data-points",
  parameters: { dataSetId: dayGuid(41, dataSet) },
})

/** The copies as an instance opens them, with that share of the quota for checks, and what it does behind each run. */
function openCopying({ databaseUrl, platform, now, time, faults }: Year, checkPercent: number) {
  const tell = (line: object) => void faults.push(JSON.stringify(line).slice(0, 300))
  const log = { info: tell, error: tell, warn: tell, debug: () => {} } as unknown as Log
  let onEnd = () => {}
  const groupsPool = openPool(databaseUrl, { max: 2, statementTimeoutMs: 120_000 })
  const groups = createSmallGroups({ pool: groupsPool, catalogue, schema: replicaSchema })
  const replica = openReplica({
    config: { databaseUrl, upstream: config, ...quota, checkPercent },
    catalogue,
    upstream: platform,
    clock: now,
    pollMs: 1000,
    pool: openPool(databaseUrl, replicaPoolOptions),
    log,
    async onSynced(id) {
      await time("looking for points of persons", async () => {
        await groups.resolvePersonal(id, now(), "all")
      })
      onEnd()
    },
  })

  /** One run of a list. */
  async function sync(list: CopiedList): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      onEnd = resolve
    })
    await replica.start(list)
    await ended
    for (;;) {
      const status = await replica.find(list)
      if (status && isAtRest(status)) return
      await delay(2)
    }
  }
  async function stop() {
    await replica.stop()
    await groupsPool.end()
  }
  return { replica, sync, stop }
}

/** New points of all lists, and with a share of the quota for checks everything that is old. */
async function syncAll(year: Year, { sync }: ReturnType<typeof openCopying>) {
  for (let dataSet = 0; dataSet < year.plan.dataSets; dataSet += 1) await sync(listOf(dataSet))
}

async function scheduleAll({ plan }: Year, { replica }: ReturnType<typeof openCopying>) {
  for (let dataSet = 0; dataSet < plan.dataSets; dataSet += 1)
    await replica.schedule(listOf(dataSet), everyMinutes)
}

/** Compares all old rows for real; answers what it has cost. */
async function checkAll(year: Year, day: number): Promise<RealCheck> {
  const copying = openCopying(year, quota.checkPercent)
  const { calls } = year.platform
  const before = { ...calls }
  const begins = year.now()
  const started = performance.now()
  for (let last = -1, minutes = 0; calls.check > last; minutes += 15) {
    last = calls.check
    await year.setNow(begins + minutes * 60_000)
    await syncAll(year, copying)
  }
  const ms = performance.now() - started
  await copying.stop()
  const { dataSets, points } = year.plan
  // The last two days and what is left of the first of them are read as new.
  const pages = dataSets * Math.ceil((points * (day - 2)) / 1000)
  const checkCalls = calls.check - before.check
  const allCalls = checkCalls + calls.fresh - before.fresh
  return { day, calls: checkCalls, allCalls, pages, ms }
}

async function removeAll({ plan, time }: Year, pool: ReturnType<typeof openPool>) {
  const kept = { edits: plan.keptDays, audit: plan.keptDays, sessions: 1, recents: 365 }
  const pace = { pool, restMs: 0, signal: new AbortController().signal }
  for (const rule of retentionRules(kept))
    await time(`retention: ${rule.kind}`, () => removeOld(rule, pace))
}

/** Old rows of each list, the oldest among them, that the platform changes without a trace. */
function changeOld({ plan, platform }: Year): number {
  const { dataSets, points, days } = plan
  const places = [0, 0.02, 0.5, 0.97]
  for (let dataSet = 0; dataSet < dataSets; dataSet += 1)
    for (const place of places)
      platform.change(dayGuid(41, dataSet), Math.floor(place * points * (days - 6)), -1)
  return dataSets * places.length
}

async function countChanged({ database }: Year): Promise<number> {
  const text = `select count(*)::int as count from ${replicaSchema}.data_point where value = -1`
  return (await database.client.query<{ count: number }>(text)).rows[0]?.count ?? 0
}

/** Goes on by a microsecond whenever it is asked: what is wanted before a run begins is then before it. */
const ticking = `
  create sequence sim.tick;
  create or replace function sim.clock_timestamp() returns timestamptz language sql volatile as $sim$
    select pg_catalog.to_timestamp(last_value / 1000.0) + nextval('sim.tick') * interval '1 us' from sim.moment
  $sim$`

async function openYear({ size, databaseUrl }: YearOrder, times: Record<string, number[]>) {
  const plan = yearPlans[size]
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const startsAt = today - plan.days * dayMs
  const database = await openDayDatabase(databaseUrl, startsAt)
  const pool = openPool(databaseUrl, { max: 1, statementTimeoutMs: 0 })
  await migrateTables(pool, "dashboard", "dashboard")
  await migrateCopies(pool, catalogue, { schema: replicaSchema })
  await pool.end()
  await database.moveDefaults()
  await database.client.query(ticking)
  let moment = startsAt
  const now = () => moment
  const platform = createPointPlatform({
    startsAt,
    perDay: plan.points,
    now,
    apiUrl: config.apiUrl,
  })
  const year: Year = {
    plan,
    startsAt,
    databaseUrl,
    database,
    platform,
    now,
    faults: [],
    async setNow(next) {
      moment = next
      await database.set(next)
    },
    async time(work, done) {
      const started = performance.now()
      try {
        return await done()
      } finally {
        const day = Math.round((moment - startsAt) / dayMs) - 1
        const own = times[work] ?? Array.from({ length: plan.days }, () => 0)
        own[day] = (own[day] ?? 0) + performance.now() - started
        times[work] = own
      }
    },
  }
  return year
}

/** The daily work at the end of a day, when its points have come. */
async function endDay(
  year: Year,
  {
    people,
    pool,
  }: { people: ReturnType<typeof createYearPeople>; pool: ReturnType<typeof openPool> },
) {
  const { time } = year
  await time("months of the audit", () => people.audit.makePartitions())
  await time("removing exports", async () => {
    while ((await people.exporting.jobs.deleteOld()) > 0);
  })
  await removeAll(year, pool)
}

/** Simulates a year: people, points, the daily work, and on some days the comparison of everything. */
export async function simulateYear(
  order: YearOrder,
  print: (line: string) => void,
): Promise<YearOutcome> {
  const times: Record<string, number[]> = {}
  const year = await openYear(order, times)
  const { plan, startsAt, setNow, time, database } = year
  const pool = openPool(order.databaseUrl, { max: 6 })
  const people = createYearPeople({ pool, plan, now: year.now })
  let copying = openCopying(year, 0)
  const [sizes, checks]: [YearOutcome["sizes"][number][], RealCheck[]] = [[], []]
  const changedAt = plan.days - 1
  let [changedRows, foundAfter] = [0, Number.POSITIVE_INFINITY]
  for (let day = 1; day <= plan.days; day += 1) {
    const begins = startsAt + (day - 1) * dayMs
    for (let part = 0; part < parts; part += 1) {
      await setNow(begins + 7 * hourMs + part * partMs)
      await people.livePart(day, { part, parts })
    }
    await setNow(begins + dayMs)
    const isChecked = plan.compared.includes(day) || day > changedAt
    if (isChecked) {
      await copying.stop()
      checks.push(await checkAll(year, day))
      copying = openCopying(year, 0)
    } else await time("new points", () => syncAll(year, copying))
    if (day === 1) await scheduleAll(year, copying)
    await endDay(year, { people, pool })
    await vacuumDue(database.client)
    if (day === changedAt) changedRows = changeOld(year)
    if (day > changedAt && (await countChanged(year)) === changedRows)
      foundAfter = Math.min(foundAfter, day - changedAt)
    if (plan.measured.includes(day))
      sizes.push({ day, tables: await readYearSizes(database.client) })
    if (day % 50 === 0) print(`Day ${day} is over.`)
  }
  const left = await countLeftovers(database.client, year.now(), plan)
  const rule = checkRule(quota)
  if (!rule) throw new Error("There is no rule for checks.")
  const counted = await countChecks(plan, { rule, startsAt })
  const points = plan.days * plan.points
  const stored = await countPoints(year)
  await copying.stop()
  await pool.end()
  await database.stop()
  const allPages = plan.dataSets * (Math.ceil(points / 1000) + 1)
  return {
    sizes,
    times,
    left,
    written: { ...people.written, points: stored },
    checks,
    checkCalls: counted.calls,
    callsPerDay: rule.callsPerDay,
    foundAfter,
    promised: daysOfCheck(allPages, rule),
    changedRows,
    longestUnseen: counted.longestUnseen,
    faults: year.faults.slice(0, 20),
  }
}

async function countPoints({ database }: Year): Promise<number> {
  const text = `select count(*)::float8 as count from ${replicaSchema}.data_point`
  return (await database.client.query<{ count: number }>(text)).rows[0]?.count ?? 0
}
