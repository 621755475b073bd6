import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { problems } from "../contract/problems"
import { type Fault, faultTable } from "./testing/faults/fault-table"
import { type FaultWorld, openFaultWorld } from "./testing/faults/fault-world"
import { refuse, secondMs } from "./testing/faults/platform-faults"

const records = 12
const cachedPath = "/v1.4/departments?limit=5"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: records })
})
afterAll(() => service.stop())

/** Retries until it succeeds, after `retryAfter` or 5 s. Returns the seconds waited. */
async function comeBack(attempt: () => Promise<{ done: boolean; retryAfter?: number }>) {
  for (let waited = 0; ; ) {
    const { done, retryAfter = 5 } = await attempt()
    if (done || waited > 60) return waited
    waited += retryAfter
    await sleep(retryAfter * secondMs)
  }
}

/** The highest number of requests within a minute. */
function busiestMinute(arrivals: readonly number[]): number {
  const counts = arrivals.map(
    (from) => arrivals.filter((at) => at >= from && at < from + 60 * secondMs).length,
  )
  return Math.max(0, ...counts)
}

/**
 * Reads a person's first page and one of four pages of a traversal. Returns the person's next page.
 */
async function begin({ ask, traversal }: FaultWorld): Promise<string> {
  let page = ""
  await comeBack(async () => {
    const { status, body } = await ask(cachedPath)
    page = body.nextUrl
    return { done: status === 200 }
  })
  await comeBack(async () => ({ done: (await traversal.go(1)) === undefined }))
  expect(traversal.ids.size).toBe(3)
  return page
}

async function meetPerson(world: FaultWorld, fault: Fault, page: string): Promise<void> {
  const person = "newcomer"
  const { status, body } = await world.ask(page, { person })
  expect(world.paid.get(person) ?? 0).toBeLessThanOrEqual(fault.calls)
  if (fault.person === "answer") return expect(status).toBe(200)
  const retryAfter = fault.retryAfter === "about 5" ? expect.any(Number) : fault.retryAfter
  expect(body).toMatchObject({
    code: fault.person,
    status: problems[fault.person].status,
    ...(fault.retryAfter !== undefined && { retryAfter }),
  })
  expect(status).toBe(body.status)
}

async function meetCached(world: FaultWorld, fault: Fault): Promise<void> {
  const { status, source } = await world.ask(cachedPath, { anew: true })
  const sources = { answer: "live", kept: "cache", problem: null }
  expect({ status: status === 200, source }).toEqual({
    status: fault.kept !== "problem",
    source: sources[fault.kept],
  })
}

/** Expects the fault's own problem, or upstream_unavailable if the breaker has opened by then. */
async function meetTraversal({ traversal }: FaultWorld, fault: Fault): Promise<void> {
  const error = await traversal.go()
  const own = fault.traversal === "answer" ? undefined : fault.traversal
  expect([own, own && "upstream_unavailable"]).toContain(error?.code)
}

async function recover({ ask, traversal }: FaultWorld, page: string): Promise<void> {
  const person = comeBack(async () => {
    const { status, body } = await ask(page)
    return { done: status === 200, retryAfter: body.retryAfter }
  })
  const background = comeBack(async () => {
    const error = await traversal.go()
    return { done: traversal.isDone, ...(error?.retryAfter && { retryAfter: error.retryAfter }) }
  })
  expect(await person).toBeLessThanOrEqual(60)
  expect(await background).toBeLessThanOrEqual(60)
  expect(traversal.ids.size).toBe(records)
}

async function live(world: FaultWorld, fault: Fault): Promise<void> {
  const page = await begin(world)
  await fault.begin(world)
  const met = meetPerson(world, fault, page)
  if (!fault.timed) await met
  await Promise.all([met, meetCached(world, fault), meetTraversal(world, fault)])
  await world.heal()
  await recover(world, page)
  const paid = [...world.paid.values()].reduce((sum, calls) => sum + calls, 0)
  expect(world.proxy.arrivals.length).toBeLessThanOrEqual(paid)
  expect(busiestMinute(world.proxy.arrivals)).toBeLessThanOrEqual(100)
}

describe.concurrent("a person's read and a background traversal", () => {
  test.for(faultTable)("recover from: $name", async (fault) => {
    const world = await openFaultWorld(service.origin, fault)
    await live(world, fault).finally(world.stop)
  })

  test("reach a platform that is down at most once in ten seconds, however many requests arrive", async () => {
    const { ask, proxy, stop } = await openFaultWorld(service.origin, {})
    await ask(cachedPath)
    proxy.script = refuse(503)
    const [before, from] = [proxy.arrivals.length, performance.now()]
    for (let round = 0; round < 30; round += 1) {
      const lists = [1, 2, 3].map((offset) => `/v1.4/departments?offset=${3 * round + offset}`)
      const answers = await Promise.all(lists.map((list) => ask(list)))
      for (const { body } of answers) expect(body).toMatchObject({ code: "upstream_unavailable" })
    }
    const tries = Math.ceil((performance.now() - from) / (10 * secondMs))
    const [threshold, inFlight] = [5, 3]
    expect(proxy.arrivals.length - before).toBeLessThanOrEqual(threshold + inFlight + tries)
    await stop()
  })
})
