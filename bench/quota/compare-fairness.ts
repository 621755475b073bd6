import { createCallLog, migrateTables, openPool } from "@/lib/db"
import { createGovernor, quotaRule } from "@/lib/platform/governor"
import { createFirstCome } from "@/lib/platform/governor/testing/first-come"
import {
  isModest,
  type MadeCall,
  simulatePeople,
} from "@/lib/platform/governor/testing/simulate-people"
import { createSimulatedTime } from "@/lib/platform/governor/testing/simulated-time"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { percentile } from "../percentile"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import { maxWithin } from "./call-window"

const minutes: Readonly<Record<Size, number>> = { quick: 3, normal: 10, large: 60 }
const allowed = 100
const instances = 2
const maxModestWaitMs = 5000
const minBackgroundPercent = 4.5

const meanWait = (calls: readonly MadeCall[]) =>
  calls.reduce((sum, { waitedMs }) => sum + waitedMs, 0) / calls.length

/**
 * Runs the dashboard's governor in two instances in simulated time, with its log in a real
 * database.
 */
async function simulateGovernor({ keep }: SuiteContext, forMs: number): Promise<MadeCall[]> {
  const rule = quotaRule(allowed)
  if (!rule) throw new Error("There is no limit.")
  const database = keep(await startTemporaryPostgres({ databases: ["fairness"], durable: true }))
  const pool = openPool(database.url("fairness"), { max: instances })
  const time = createSimulatedTime()
  const clock = () => Date.UTC(2026, 0) + time.now()
  const logs = Array.from({ length: instances }, () =>
    createCallLog({ pool, clientId: "fairness", rule, clock }),
  )
  await migrateTables(pool, "dashboard", "dashboard")
  const governors = logs.map((log) => createGovernor({ log: time.watch(log), rule, timing: time }))
  const made = await simulatePeople({ governors, time, forMs, hasBackground: true })
  await pool.end()
  return made
}

async function simulateFirstCome(forMs: number): Promise<MadeCall[]> {
  const time = createSimulatedTime()
  const governors = [createFirstCome({ limit: 95, windowMs: 61_000 }, time)]
  return simulatePeople({ governors, time, forMs, hasBackground: false })
}

/**
 * Measures how long people wait who together request 1.2 times the quota, and how many calls the
 * background gets.
 */
export async function compareFairness(context: SuiteContext): Promise<Row[]> {
  const count = minutes[context.size]
  context.print(`People ask for 1.2 times the quota for ${count} simulated minutes …`)
  const forMs = count * 60_000
  const made = await simulateGovernor(context, forMs)
  const before = await simulateFirstCome(forMs)
  const people = made.filter(({ person }) => person)
  const modestP95 = (calls: readonly MadeCall[]) =>
    percentile(
      calls.filter(isModest).map(({ waitedMs }) => waitedMs),
      0.95,
    )
  const first = "first come, first served, nothing for the background"
  const modest = {
    name: `Wait of 60 people below their share, ${count} min at 1.2 times the quota, p95`,
    unit: "ms",
    figure: modestP95(made),
  }
  return [
    { ...modest, baseline: { name: "goal", figure: maxModestWaitMs }, goal: { atMost: 1 } },
    { ...modest, baseline: { name: first, figure: modestP95(before) } },
    {
      name: "Mean wait of all people",
      unit: "ms",
      figure: meanWait(people),
      baseline: { name: first, figure: meanWait(before) },
      goal: { atMost: 1.1 },
    },
    {
      name: "Calls of the background, of 100",
      unit: "calls",
      figure: (100 * (made.length - people.length)) / made.length,
      baseline: { name: "goal", figure: minBackgroundPercent },
      goal: { atLeast: 1 },
    },
    {
      name: "Most calls in 60 s",
      unit: "calls",
      figure: maxWithin(
        made.map(({ at }) => at),
        60_000,
      ),
      baseline: { name: "allowed", figure: allowed },
      goal: { atMost: 1 },
    },
  ]
}
