import { randomUUID } from "node:crypto"
import { setMaxListeners } from "node:events"
import { setTimeout as delay } from "node:timers/promises"
import { causeOf } from "./read-as-page"

/** The outcomes of people's browsing. */
export interface Browsing {
  answered: number
  /** Refused with Retry-After, and waited. */
  waited: number
  /** Still waiting for a response at the end. */
  left: number
  /** The reason of each other failure: a status, or a connection error. */
  readonly failures: string[]
}

const reports = [
  "v1.4/departments",
  "v1.2/departments",
  "v1.2/customfields/users",
  "v1/highscores",
  "v1/communication/notifications/channels",
]
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T

/** Reads once; returns the milliseconds to pause. */
async function read(
  url: string,
  cookie: string,
  { met, signal }: { met: Browsing; signal: AbortSignal },
): Promise<number> {
  const pauseMs = 1000 + Math.random() * 3000
  try {
    const answer = await fetch(url, { headers: { cookie }, signal })
    await answer.arrayBuffer()
    const retryAfter = Number(answer.headers.get("retry-after"))
    if (answer.status === 200) met.answered += 1
    else if (answer.status === 503 && retryAfter > 0) met.waited += 1
    else met.failures.push(`${answer.status}`)
    return retryAfter > 0 ? retryAfter * 1000 : pauseMs
  } catch (error) {
    if (signal.aborted) met.left += 1
    else met.failures.push(causeOf(error))
    return pauseMs
  }
}

/** One person who reads reports that nobody has read before, with a pause after each, until the signal aborts. */
async function browse(
  originOf: () => string,
  cookie: string,
  { met, signal }: { met: Browsing; signal: AbortSignal },
): Promise<void> {
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {})
  await pause(Math.random() * 2000)
  while (!signal.aborted) {
    const url = `${originOf()}/api/${pick(reports)}?id[ne]=${randomUUID()}`
    await pause(await read(url, cookie, { met, signal }))
  }
}

/**
 * Lets this many people browse at once for the given seconds; each request goes to an instance from
 * `originOf`.
 */
export async function browseTogether(
  people: number,
  seconds: number,
  { originOf, cookies }: { originOf: () => string; cookies: readonly string[] },
): Promise<Browsing> {
  const met: Browsing = { answered: 0, waited: 0, left: 0, failures: [] }
  const signal = AbortSignal.timeout(seconds * 1000)
  setMaxListeners(0, signal)
  await Promise.all(
    Array.from({ length: people }, (_, index) =>
      browse(originOf, cookies[index % cookies.length] ?? "", { met, signal }),
    ),
  )
  return met
}
