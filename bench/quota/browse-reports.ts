import { setMaxListeners } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { streamOf } from "@/service/demo/random"
import type { Visitor } from "./people"
import { type Reading, readAsPage } from "./read-as-page"
import { pickReport, type Report, reportsOf } from "./reports"

/** The reports that people browse, and how to reach them. */
export interface Door {
  readonly reports: readonly Report[]
  /** The address of a page's URL `/api/…`, or of a `nextUrl` from a response. */
  readonly addressOf: (url: string) => string
}

export interface Stay {
  readonly seconds: number
  /** The seconds after the end until those who still wait give up. */
  readonly patience: number
}

const habits = { thinkMs: [2000, 8000], next: 0.25, own: 0.03, reversed: 0.25 } as const
const seed = "quota"

/**
 * The URL that the person opens in a step: the next page, a query of their own, or a popular one.
 */
function choose(
  { number, role }: Visitor,
  step: number,
  { reports, nextUrl }: { reports: readonly Report[]; nextUrl: string | undefined },
): string | undefined {
  const stream = streamOf(seed, "ask", number, step)
  const report = pickReport(reportsOf(role, reports), stream)
  const [goesOn, isOwn, isReversed] = [habits.next, habits.own, habits.reversed].map((share) =>
    stream.chance(share),
  )
  if (goesOn && nextUrl) return nextUrl
  if (isOwn) return report?.own(number, step)
  return isReversed ? report?.reversed : report?.first
}

async function browse(
  visitor: Visitor,
  { reports, addressOf }: Door,
  { end, signal, met }: { end: number; signal: AbortSignal; met: Reading[] },
): Promise<void> {
  const { number, cookie } = visitor
  const think = streamOf(seed, "think", number)
  const [, maxThinkMs] = habits.thinkMs
  await delay(think.fraction() * maxThinkMs)
  let nextUrl: string | undefined
  for (let step = 0; performance.now() < end; step += 1) {
    const url = choose(visitor, step, { reports, nextUrl })
    if (url === undefined) return
    const reading = await readAsPage(addressOf(url), { cookie }, signal)
    met.push(reading)
    nextUrl = reading.nextUrl
    await delay(think.whole(...habits.thinkMs))
  }
}

/**
 * Lets everyone browse for the given seconds, by a script that is the same for every door; resolves
 * with the outcome of every read.
 */
export async function browseReports(
  visitors: readonly Visitor[],
  door: Door,
  { seconds, patience }: Stay,
): Promise<Reading[]> {
  const met: Reading[] = []
  const end = performance.now() + seconds * 1000
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), (seconds + patience) * 1000)
  const { signal } = giveUp
  setMaxListeners(0, signal)
  await Promise.all(visitors.map((visitor) => browse(visitor, door, { end, signal, met })))
  clearTimeout(timer)
  return met
}
