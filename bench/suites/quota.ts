import { ensureBuilt } from "@/scripts/build"
import type { RunningPostgres } from "@/scripts/postgres/running-postgres"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { browseReports, type Stay } from "../quota/browse-reports"
import { compareFairness } from "../quota/compare-fairness"
import { compareWindows } from "../quota/compare-windows"
import { startFlood } from "../quota/flood"
import { roleOf, signInPeople, startIdentity, type Visitor } from "../quota/people"
import type { Platform } from "../quota/platform"
import type { Reading } from "../quota/read-as-page"
import { isCached, isUncached, printReadings, shareAnswered, timeOf } from "../quota/summarize"
import { openDashboardWorld, openPlainWorld } from "../quota/worlds"
import type { Row } from "../row"
import type { Size, Suite, SuiteContext } from "../suite"

const plans: Readonly<Record<Size, { people: number; browse: number; flood: number }>> = {
  quick: { people: 60, browse: 15, flood: 15 },
  normal: { people: 200, browse: 120, flood: 90 },
  large: { people: 200, browse: 600, flood: 300 },
}
const others = 10
const patience = 90
const cachedGoalMs = 150

interface Parts {
  readonly context: SuiteContext
  readonly database: RunningPostgres
  readonly issuer: string
}

const refusalsOf = ({ recorder }: Platform) =>
  recorder.calls.filter(({ status }) => status === 429).length

const visitorsWithoutCookie = (count: number): Visitor[] =>
  Array.from({ length: count }, (_, number) => ({ number, role: roleOf(number), cookie: "" }))

interface Side {
  readonly readings: readonly Reading[]
  readonly platform: Platform
}

function browsingRows(people: string, plain: Side, bff: Side): Row[] {
  const share = shareAnswered(bff.readings)
  const beside = (figure: number) => ({ name: "plain pass-through", figure })
  const cached = bff.readings.filter(isCached)
  const goal = { name: "goal", figure: cachedGoalMs }
  const answered = { name: `Reads answered, ${people}`, unit: "%", figure: share }
  const time = (
    name: string,
    readings: readonly Reading[],
    at: number,
    baseline: Row["baseline"],
  ) => ({ name, unit: "ms", figure: timeOf(readings, at), baseline }) satisfies Row
  return [
    { ...answered, baseline: beside(shareAnswered(plain.readings)) },
    { ...answered, baseline: { name: "all", figure: 100 }, goal: { atLeast: 1 } },
    { ...time("Cached reads, p50", cached, 0.5, goal), goal: { atMost: 1 } },
    { ...time("Cached reads, p95", cached, 0.95, goal), goal: { atMost: 1 } },
    ...[0.5, 0.95].map((at) =>
      time(`Answered reads, p${at * 100}`, bff.readings, at, beside(timeOf(plain.readings, at))),
    ),
    {
      name: "Calls of the platform",
      unit: "calls",
      figure: bff.platform.recorder.calls.length,
      baseline: beside(plain.platform.recorder.calls.length),
    },
    {
      name: "Calls that the platform refused with 429",
      unit: "calls",
      figure: refusalsOf(bff.platform),
      baseline: beside(refusalsOf(plain.platform)),
      goal: { atMost: 0 },
    },
  ]
}

/**
 * Compares the same people's browsing through a plain pass-through and through the dashboard, at
 * the same time.
 */
async function compareBrowsing({ context, ...parts }: Parts): Promise<Row[]> {
  const { print, size } = context
  const { people, browse: seconds } = plans[size]
  print("A plain pass-through and the dashboard start, each before a service of its own …")
  const plain = await openPlainWorld(context, { ...parts, name: "plain" })
  const bff = await openDashboardWorld(context, { ...parts, name: "browsed" })
  print(`${people} people sign in …`)
  const visitors = await signInPeople(bff.origin, people)
  print(`They browse ${bff.door.reports.length} reports for ${seconds} s …`)
  const stay: Stay = { seconds, patience }
  const [passed, read] = await Promise.all([
    browseReports(visitorsWithoutCookie(people), plain.door, stay),
    browseReports(visitors, bff.door, stay),
  ])
  print(`Plain pass-through: ${printReadings(passed)}`)
  print(`Dashboard: ${printReadings(read)}`)
  await Promise.all([plain.stop(), bff.stop()])
  const side = (readings: Reading[], { platform }: { platform: Platform }) => ({
    readings,
    platform,
  })
  return browsingRows(`${people} people, ${seconds} s`, side(passed, plain), side(read, bff))
}

/**
 * Compares the same people's browsing with and without a person who sends requests as fast as
 * possible, at the same time.
 */
async function compareFlood({ context, ...parts }: Parts): Promise<Row[]> {
  const { print, size } = context
  const stay: Stay = { seconds: plans[size].flood, patience }
  const calm = await openDashboardWorld(context, { ...parts, name: "calm" })
  const flooded = await openDashboardWorld(context, { ...parts, name: "flooded" })
  const undisturbed = await signInPeople(calm.origin, others)
  const disturbed = await signInPeople(flooded.origin, others + 1)
  const [flooder] = disturbed.splice(others)
  if (!flooder) throw new Error("Nobody is there to flood.")
  print(`${others} people browse for ${stay.seconds} s, beside one who floods and without …`)
  const endFlood = startFlood(flooder, flooded.door)
  const [without, beside] = await Promise.all([
    browseReports(undisturbed, calm.door, stay),
    browseReports(disturbed, flooded.door, stay),
  ])
  print(`Without: ${printReadings(without)}`)
  print(`Beside ${await endFlood()} reads of one person: ${printReadings(beside)}`)
  await Promise.all([calm.stop(), flooded.stop()])
  return [0.5, 0.95].map((at) => ({
    name: `Uncached reads of ${others} people beside a flood by one, p${at * 100}`,
    unit: "ms",
    figure: timeOf(beside.filter(isUncached), at),
    baseline: { name: "without the flood", figure: timeOf(without.filter(isUncached), at) },
    goal: { atMost: 2 },
  }))
}

/**
 * One quota for everyone: who gets a response, how fast and with how many calls, compared with a
 * proxy without a quota.
 */
export const quota: Suite = async (context) => {
  await ensureBuilt()
  const worlds = ["browsed", "calm", "flooded"]
  const databases = ["people", "plain", ...worlds, ...worlds.map((name) => `${name}_dashboard`)]
  const database = context.keep(await startTemporaryPostgres({ databases, durable: true }))
  const count = Math.max(plans[context.size].people, others + 1)
  const issuer = await startIdentity(context, { databaseUrl: database.url("people"), count })
  const parts = { context, database, issuer }
  const rows = [...(await compareBrowsing(parts)), ...(await compareFlood(parts))]
  return { rows: [...rows, ...(await compareFairness(context)), await compareWindows(context)] }
}

/** The parts that need no built dashboard, which also run separately. */
export const quotaParts: { readonly [name: string]: Suite } = {
  "quota-turns": async (context) => ({ rows: await compareFairness(context) }),
  "quota-window": async (context) => ({ rows: [await compareWindows(context)] }),
}
