import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { deepTest } from "@/scripts/testing/deep-test"
import { openGovernor } from "./testing/open-governor"
import { type LogStore, openLogs } from "./testing/open-logs"
import { defaultQueues } from "./waiting-calls"

let store: LogStore
beforeAll(async () => {
  store = await openLogs()
})
afterAll(() => store.stop())

const short = { limit: 2, windowMs: 60, inFlightMs: 2000 }
const long = { limit: 2, windowMs: 61_000, inFlightMs: 10_000 }
const hasty = { maxWaiting: 500, maxPerOwner: 50, maxWaitMs: 60_000 }
const patient = {
  ...defaultQueues,
  person: { maxWaiting: 500, maxPerOwner: 50, maxWaitMs: 600_000 },
}
const person = (name: string) => ({ priority: "person", person: name }) as const
const open = (options: Parameters<typeof openGovernor>[1]) => openGovernor(store, options)
const repeat = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
/** The error that a promise rejects with. */
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "not refused",
    (error) => error,
  )

// rules: Rate limit 5
test("waiting calls of persons go before exports, and exports before the sync", async () => {
  const { call, made } = open({ rule: short })
  await Promise.all([call(person("first")), call(person("second"))])
  const priorities = ["sync", "export", "person", "sync", "person"] as const
  await Promise.all(priorities.map((priority) => call({ priority })))
  expect(made.slice(2)).toEqual(["person", "person", "export", "sync", "sync"])
})

// rules: Rate limit 5
test("many calls of one person delay another person's call by one call only", async () => {
  const { call, made } = open({ rule: short })
  const flood = repeat(12, () => call(person("flood")))
  await flood[1]
  await Promise.all([...flood, call(person("other"))])
  const index = made.indexOf("other")
  expect(made).toHaveLength(13)
  expect(index).toBeLessThanOrEqual(3)
})

// rules: Rate limit 6
test.each([
  [20, 1],
  [95, 1],
  [95, 3],
])(
  "with %i calls and %i instances, another person's call goes at once despite one person's flood",
  async (limit, count) => {
    const rule = { ...long, limit }
    const first = open({ rule })
    const { clientId } = first
    const instances = [first, ...repeat(count - 1, () => open({ rule, clientId }))]
    const flood = Promise.allSettled(
      instances.flatMap(({ call }) => repeat(200, () => call(person("flood")))),
    )
    const used = async () => (await first.governor.read()).used
    await expect.poll(used).toBeGreaterThan(rule.limit / 10)
    for (const { call } of instances) await call(person("other"))
    const { used: all, usedByLane, waiting } = await first.governor.read()
    expect(usedByLane).toEqual({ person: all, export: 0, sync: 0 })
    expect(all).toBeLessThan(limit)
    expect(waiting.person).toBeGreaterThan(0)
    await Promise.all(instances.map(({ governor }) => governor.close()))
    await flood
  },
)

test("an export goes while a person who has used their share waits", async () => {
  const { call, governor, made } = open({ rule: { ...long, limit: 10, reserved: 1 } })
  const flood = Promise.allSettled(repeat(5, () => call(person("a"))))
  await expect.poll(() => made).toEqual(["a", "a"])
  await call({ priority: "export" })
  expect(made).toEqual(["a", "a", "export"])
  await governor.close()
  await flood
})

deepTest(
  "a person's call goes at once while background calls wait for a whole window",
  async () => {
    const { call, governor, made } = open({ rule: { ...long, limit: 4 } })
    await call(person("a"))
    const waiting = refusalOf(Promise.all(repeat(4, () => call({ priority: "sync" }))))
    // The second sync call goes at half the pace, after 30 s.
    const readWaiting = async () => (await governor.read()).waiting.sync
    await expect.poll(readWaiting, { timeout: 60_000 }).toBe(2)
    await call(person("b"))
    expect(made).toEqual(["a", "sync", "sync", "b"])
    await governor.close()
    expect(await waiting).toMatchObject({ code: "quota_exhausted" })
  },
)

test("many calls at once need few requests to the log, and waiting needs none", async () => {
  const { call, governor, trips, made } = open({ rule: { ...long, limit: 60 }, queues: patient })
  const calls = repeat(100, (index) => call(person(`${index % 25}`)))
  const ends = Promise.allSettled(calls)
  await expect.poll(() => made).toHaveLength(60)
  await delay(30)
  expect(trips.take).toBeLessThanOrEqual(5)
  await governor.close()
  expect((await ends).filter(({ status }) => status === "rejected")).toHaveLength(40)
})

test("over several windows the log is called at most twice for each call", async () => {
  const { call, trips } = open({ rule: { ...short, limit: 5 } })
  await Promise.all(repeat(20, (index) => call(person(`${index}`))))
  expect(trips.take).toBeLessThanOrEqual(40)
})

// rules: Turns
test("a full queue refuses calls, first per person and then per priority", async () => {
  const queues = { ...defaultQueues, person: { maxWaiting: 3, maxPerOwner: 2, maxWaitMs: 600_000 } }
  const { call, governor, made } = open({ rule: { ...long, limit: 1 }, queues })
  await call(person("a"))
  const ends = Promise.allSettled([call(person("a")), call(person("a"))])
  const error = await refusalOf(call(person("a")))
  expect(error).toMatchObject({ name: "UpstreamError", code: "quota_exhausted", sent: false })
  const other = refusalOf(call(person("b")))
  expect(await refusalOf(call(person("c")))).toMatchObject({ code: "quota_exhausted" })
  await governor.close()
  expect(await other).toMatchObject({ code: "quota_exhausted", retryAfter: 1 })
  await ends
  expect(made).toEqual(["a"])
})

// rules: Turns
test("a call that would wait too long is refused at once with the seconds until its slot", async () => {
  const queues = {
    ...defaultQueues,
    person: { maxWaiting: 500, maxPerOwner: 50, maxWaitMs: 100_000 },
  }
  const { call, governor } = open({ rule: long, queues })
  const impatient = open({ rule: long, queues: { ...queues, person: hasty } })
  await Promise.all([call(person("a")), call(person("b"))])
  await Promise.all([impatient.call(person("a")), impatient.call(person("b"))])
  const waiting = [refusalOf(call(person("c"))), refusalOf(call(person("d")))]
  expect(await refusalOf(call(person("e")))).toMatchObject({ retryAfter: 122 })
  expect(await refusalOf(call(person("f")))).toMatchObject({ retryAfter: 122 })
  expect((await governor.read()).waiting.person).toBe(2)
  expect(await refusalOf(impatient.call(person("c")))).toMatchObject({ retryAfter: 61 })
  await governor.close()
  await Promise.all(waiting)
})

test("an aborted call leaves the queue, and the other instances see it", async () => {
  const { call, governor, clientId } = open({ rule: { ...long, limit: 1 }, queues: patient })
  const other = open({ rule: { ...long, limit: 1 }, clientId })
  await call(person("a"))
  const controller = new AbortController()
  const refusal = refusalOf(call({ ...person("b"), signal: controller.signal }))
  const waitingElsewhere = async () => (await other.governor.read()).waiting.person
  await expect.poll(waitingElsewhere).toBe(1)
  controller.abort(new Error("gone"))
  expect(await refusal).toMatchObject({ message: "gone" })
  expect((await governor.read()).waiting.person).toBe(0)
  await expect.poll(waitingElsewhere).toBe(0)
  await expect(call({ ...person("c"), signal: controller.signal })).rejects.toThrow("gone")
})

test("a slot taken for a call that was aborted meanwhile is given back", async () => {
  const { call, governor, made } = open({ rule: long })
  const controller = new AbortController()
  const refusal = refusalOf(call({ ...person("a"), signal: controller.signal }))
  await Promise.resolve()
  controller.abort()
  await refusal
  await governor.close()
  await expect.poll(async () => (await governor.read()).used).toBe(0)
  expect(made).toEqual([])
})

// rules: Slots
test("if the first of several granted calls makes the others needless, their slots are given back", async () => {
  const { governor } = open({ rule: { ...long, limit: 4 } })
  const others = new AbortController()
  const { signal } = others
  const first = governor.run(person("a"), async () => others.abort(new Error("needless")))
  const rest = ["b", "c", "d"].map((name) =>
    refusalOf(governor.run({ ...person(name), signal }, async () => "made")),
  )
  await first
  for (const refusal of await Promise.all(rest))
    expect(refusal).toMatchObject({ message: "needless" })
  await governor.close()
  expect((await governor.read()).used).toBe(1)
})

// rules: Slots
test("a slot whose call can no longer be made is given back, and the next call goes at once", async () => {
  const { call, governor, made } = open({ rule: { ...long, limit: 1 }, queues: patient })
  const confirm = () => {
    throw new Error("not now")
  }
  const refusals = repeat(3, (index) => refusalOf(call({ ...person(`${index}`), confirm })))
  const next = call(person("next"))
  for (const refusal of await Promise.all(refusals))
    expect(refusal).toMatchObject({ message: "not now" })
  await next
  expect(made).toEqual(["next"])
  expect((await governor.read()).used).toBe(1)
  await governor.close()
})

// rules: Slots
test("a call's window starts at its response headers, not at the end of its body", async () => {
  const { governor, call } = open({ rule: { limit: 1, windowMs: 40, inFlightMs: 600_000 } })
  let finish = () => {}
  const body = new Promise<void>((resolve) => {
    finish = resolve
  })
  const first = governor.run(person("a"), (arrived) => {
    arrived()
    return body
  })
  await call(person("b"))
  finish()
  await first
})

test("a failed call is ended in the log, and its error is passed on", async () => {
  const { governor, call } = open({ rule: { limit: 1, windowMs: 40, inFlightMs: 600_000 } })
  const failure = governor.run(person("a"), () => Promise.reject(new Error("refused")))
  await expect(failure).rejects.toThrow("refused")
  await call(person("b"))
})

test("during a pause no call is made, and a refusal gives the seconds until its end", async () => {
  const { governor, call, made, clientId } = open({ rule: long })
  await governor.pause(90_000)
  expect(await refusalOf(call(person("a")))).toMatchObject({ retryAfter: 90 })
  const other = open({ rule: long, clientId })
  expect(await refusalOf(other.call(person("a")))).toMatchObject({ code: "quota_exhausted" })
  expect((await other.governor.read()).pausedMs).toBeGreaterThan(80_000)
  expect(made).toEqual([])
})
