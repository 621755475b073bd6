import { catalogue, findOperation } from "@/lib/catalogue"
import type { ReadOperation, Upstream } from "@/lib/platform"
import { createRandom } from "@/lib/records/series/testing/random-points"
import type { DayClock } from "./day-clock"
import type { DayPlan } from "./day-plan"
import { moduleId } from "./day-world"

const minuteMs = 60_000
const [people, reads] = [200, 12_000]
/** The maximum number of reads of one page view. */
const maxReads = 4
/**
 * The maximum number of reads that people start in a minute, so that the quota suffices for them
 * and the background.
 */
const maxPerMinute = 70

interface Read {
  readonly at: number
  readonly person: number
}

/**
 * The number of people in a minute relative to the busiest one: from 06:00 to 18:00, with peaks at
 * 9 and 13.
 */
const crowd = (hour: number) =>
  hour < 6 || hour >= 18
    ? 0
    : 0.25 + 0.75 * Math.max(Math.exp(-((hour - 9) ** 2)), Math.exp(-((hour - 13) ** 2)))

/** The reads of a day in order, the same in every run. */
export function readsOf({ dayEnds, startsAt }: DayPlan): Read[] {
  const random = createRandom(2)
  const midnight = Math.floor((dayEnds - 1) / 86_400_000) * 86_400_000
  const perMinute = new Map<number, number>()
  const found: Read[] = []
  while (found.length < reads) {
    const minute = Math.floor(random() * 1440)
    const count = 1 + Math.floor(random() * maxReads)
    const before = perMinute.get(minute) ?? 0
    if (random() > crowd(minute / 60) || before + count > maxPerMinute) continue
    perMinute.set(minute, before + count)
    const at = midnight + Math.floor((minute + random()) * minuteMs)
    const person = Math.floor(random() * people)
    for (let each = 0; each < count; each += 1) found.push({ at, person })
  }
  return found
    .filter(({ at }) => at >= startsAt && at < dayEnds)
    .toSorted((one, other) => one.at - other.at)
}

/**
 * Sends the day's reads; returns the milliseconds that each waits for its response, in order of
 * request, and the failures.
 */
export function sendPeople(
  plan: DayPlan,
  { clock, upstream }: { clock: DayClock; upstream: Pick<Upstream, "read"> },
) {
  const operation = findOperation(catalogue, "content-posts") as ReadOperation
  const waits: number[] = []
  const failures: unknown[] = []
  const coming = readsOf(plan)
  async function read({ person }: Read, index: number) {
    const asked = clock.today()
    const search = new URLSearchParams({ limit: "10" })
    const parameters = { moduleId: moduleId(person % plan.modules) }
    const request = { operation, parameters, scope: "all", search, following: false } as const
    const ticket = { priority: "person", person: `person ${person}` } as const
    await upstream.read({ ...request, ticket, requestId: `${index}` })
    waits[index] = clock.today() - asked
  }
  function sendNext(index: number) {
    const next = coming[index]
    if (!next) return
    clock.after(next.at - clock.today(), () => {
      read(next, index).catch((error: unknown) => failures.push(error))
      sendNext(index + 1)
    })
  }
  sendNext(0)
  return { waits, failures }
}
