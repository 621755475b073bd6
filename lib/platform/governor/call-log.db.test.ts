import { afterAll, expect, test } from "vitest"
import type { TakenCalls, WaitingCalls } from "@/lib/db"
import { type QuotaRule, quotaRule } from "./governor"
import { type Instance, openInstances } from "./testing/open-instances"
import { openLogs } from "./testing/open-logs"

const rule = { limit: 4, windowMs: 1000, inFlightMs: 200 }

const store = await openLogs()
afterAll(() => store.stop())

const open = (overrides: Partial<QuotaRule> = {}) => {
  const { clientId, advance, open } = openInstances(store, { ...rule, ...overrides })
  return { clientId, advance, open, one: open(), two: open(), three: open() }
}

const idsOf = ({ granted }: TakenCalls) => granted.map(({ id }) => id)
const people = (log: Instance, ...owners: string[]) =>
  log.take(
    owners.map((owner): WaitingCalls => ({ priority: "person", owner, count: 1, waitedMs: 0 })),
  )
/** The names of this many people. */
const crowd = (count: number) => Array.from({ length: count }, (_, index) => `person ${index}`)

// rules: Rate limit 3
test("Of more calls than the limit, exactly the limit is granted across instances.", async () => {
  const { one, two, three } = open()
  const takings = await Promise.all(
    [one, two, three].map((log, index) => people(log, ...crowd(3).map((name) => name + index))),
  )
  expect(new Set(takings.flatMap(idsOf)).size).toBe(4)
  expect(await people(one, "another")).toMatchObject({
    granted: [],
    leavesMs: [1000, 1000, 1000, 1000],
  })
})

// rules: Slots
test("A call counts for one window from its end; without a known end, for its in-flight time longer.", async () => {
  const { one, two, advance } = open({ limit: 2 })
  const [id = ""] = idsOf(await people(one, "a", "b"))
  advance(100)
  await two.endCall(id)
  await two.endCall("no such call")
  advance(999)
  expect(await people(two, "c")).toMatchObject({ granted: [], leavesMs: [1, 101], nextMs: 50 })
  advance(1)
  expect((await people(two, "c", "d")).granted).toHaveLength(1)
  advance(100)
  expect((await people(two, "d")).granted).toHaveLength(1)
})

test("Ending a call late or twice does not extend it, and a call that was given back does not count.", async () => {
  const { one, two, advance } = open({ limit: 1 })
  const [id = ""] = idsOf(await one.want("person"))
  advance(50)
  await one.endCall(id)
  advance(900)
  await one.endCall(id)
  advance(100)
  const [next = ""] = idsOf(await one.want("person"))
  await two.giveBack(next)
  await two.giveBack(next)
  expect((await two.want("person")).granted).toHaveLength(1)
})

// rules: Rate limit 4
test("During a pause no call is granted, the longest of several applies, and reading returns it.", async () => {
  const { one, two, advance } = open()
  await one.pause(5000)
  await two.pause(300)
  expect(await two.want("person")).toMatchObject({ granted: [], pausedMs: 5000 })
  expect(await two.read()).toMatchObject({ pausedMs: 5000, freeInMs: 5000 })
  advance(5000)
  expect((await one.want("person")).granted).toHaveLength(1)
  expect(await two.read()).toMatchObject({ pausedMs: 0, freeInMs: 0 })
})

test("The log persists when it is opened again, and each client id has its own.", async () => {
  const { one, open: reopen } = open({ limit: 1 })
  await one.want("person")
  expect((await reopen().want("person")).granted).toHaveLength(0)
  expect((await open({ limit: 1 }).one.want("person")).granted).toHaveLength(1)
})

test("Reading returns the calls by priority, those waiting elsewhere, and when a person's call can go.", async () => {
  const { one, two, three, advance } = open({ limit: 3 })
  await one.want("export")
  advance(400)
  await people(one, ...crowd(4))
  await two.want("export", 2)
  expect(await three.read()).toEqual({
    used: { person: 2, export: 1, sync: 0 },
    waiting: { person: 2, export: 2, sync: 0 },
    freeInMs: 800,
    pausedMs: 0,
  })
  expect((await two.read()).waiting).toEqual({ person: 2, export: 0, sync: 0 })
  await one.take([])
  expect((await three.read()).waiting).toEqual({ person: 0, export: 2, sync: 0 })
})

// rules: Rate limit 5
test("If a higher priority waits at another instance, lower ones get no call despite free slots.", async () => {
  const { one, two, advance } = open({ limit: 20 })
  await one.pause(100)
  await one.want("person")
  advance(100)
  for (const priority of ["export", "sync"] as const)
    expect(await two.want(priority)).toMatchObject({ granted: [], elsewhere: { person: 1 } })
  expect((await one.want("person")).granted).toHaveLength(1)
  expect((await two.want("export")).granted).toHaveLength(1)

  await one.want("export")
  advance(100)
  expect((await two.want("sync")).granted).toHaveLength(0)
  expect((await one.want("export")).granted).toHaveLength(1)
  advance(125)
  expect((await two.want("sync")).granted).toHaveLength(1)
})

test("Waiting calls of an instance that no longer responds are respected for two seconds only.", async () => {
  const { one, two, advance } = open({ limit: 20 })
  await one.pause(1)
  await one.want("person")
  advance(1999)
  expect((await two.want("sync")).granted).toHaveLength(0)
  advance(1)
  expect((await two.want("sync")).granted).toHaveLength(1)
})

/** Runs copies that always want calls; returns the time of each granted call in milliseconds. */
async function copyFor({ one, advance }: ReturnType<typeof open>, ms: number) {
  const at: number[] = []
  for (let now = 0; now < ms; now += 50) {
    for (const _ of (await one.want("sync", 20)).granted) at.push(now)
    advance(50)
  }
  return at
}
const whole = { limit: 95, windowMs: 60_000, inFlightMs: 0, reserved: 5 }

// rules: Rate limit 5
test("Without people, copies get up to 80 of 95 calls, spread over the minute, and leave 15 for people.", async () => {
  const log = open(whole)
  const at = await copyFor(log, 60_000)
  expect(at.length).toBeGreaterThanOrEqual(76)
  expect(at.length).toBeLessThanOrEqual(80)
  for (const quarter of [1, 2, 3])
    expect(at.filter((ms) => Math.floor(ms / 15_000) === quarter).length).toBeLessThanOrEqual(21)
  expect((await people(log.two, ...crowd(15))).granted).toHaveLength(15)
})

// rules: Rate limit 5
test("Copies get up to 40 of 95 calls within half a minute of a person's call, and at most maxCopies.", async () => {
  const log = open(whole)
  await people(log.two, "a")
  const first = await copyFor(log, 29_000)
  await people(log.two, "a")
  const asked = first.length + (await copyFor(log, 29_000)).length
  expect(asked).toBeGreaterThanOrEqual(36)
  expect(asked).toBeLessThanOrEqual(40)
  const capped = open({ ...whole, maxCopies: 10 })
  const few = await copyFor(capped, 60_000)
  expect(few.length).toBeLessThanOrEqual(10)
  expect(few.length).toBeGreaterThanOrEqual(9)
})

// rules: Rate limit 5
test("While people wait, exports and copies share their reserve and no more, exports first.", async () => {
  const { one, two, advance } = open({ limit: 20, reserved: 2, inFlightMs: 0 })
  await people(one, ...crowd(40))
  await two.take([
    { priority: "sync", owner: "", count: 9, waitedMs: 500 },
    { priority: "export", owner: "", count: 1, waitedMs: 0 },
  ])
  advance(1000)
  const wanted = crowd(40).slice(20)
  expect((await people(one, ...wanted)).granted).toHaveLength(18)
  const background = await two.take([
    { priority: "sync", owner: "", count: 9, waitedMs: 500 },
    { priority: "export", owner: "", count: 1, waitedMs: 0 },
  ])
  expect(background.granted.map(({ priority }) => priority).toSorted()).toEqual(["export", "sync"])
  expect((await people(one, ...wanted.slice(18))).granted).toHaveLength(0)
})

// rules: Rate limit 6
test("A single person gets some calls at once and then one by one, up to seven eighths of the limit.", async () => {
  const { one, advance } = open({ limit: 40 })
  expect((await one.want("person", 50, "a")).granted).toHaveLength(5)
  let more = 0
  for (let ms = 0; ms < 1000; ms += 5) {
    advance(5)
    more += (await one.want("person", 50, "a")).granted.length
  }
  expect(5 + more).toBeGreaterThanOrEqual(28)
  expect(5 + more).toBeLessThanOrEqual(35)
  expect((await one.want("person", 4, "b")).granted).toHaveLength(4)
})

// rules: Rate limit 6
test("With many callers, each one's share is the limit divided by their number.", async () => {
  const { one } = open({ limit: 20 })
  await people(one, ...crowd(10))
  const waiting = (owner: string): WaitingCalls => ({
    priority: "person",
    owner,
    count: 5,
    waitedMs: 0,
  })
  const { granted } = await one.take(crowd(10).map(waiting))
  const owners = new Set(granted.map(({ owner }) => owner))
  expect([granted.length, owners.size]).toEqual([10, 10])
})

// rules: Rate limit 6, Turns
test("Turns apply across instances: the person with fewer calls goes first, even if asking later.", async () => {
  const { one, two, advance } = open({ limit: 3, inFlightMs: 0 })
  await people(one, "early")
  advance(100)
  await people(one, "busy", "other")
  await one.want("person", 10, "busy")
  advance(100)
  await people(two, "rare")
  advance(800)
  expect((await one.want("person", 10, "busy")).granted).toHaveLength(0)
  expect((await people(two, "rare")).granted).toHaveLength(1)
})

test("Setting the database's clock back by hours does not make anyone wait for hours.", async () => {
  const { one, advance } = open({ limit: 5 })
  await people(one, ...crowd(5))
  await one.want("export")
  advance(-5 * 3_600_000)
  const { leavesMs } = await one.want("person")
  expect(Math.max(...leavesMs)).toBeLessThanOrEqual(1200)
  advance(1200)
  expect((await people(one, "a")).granted).toHaveLength(1)
})

test("Of 100 requests a minute, the rule allows 95 in 61 seconds and reserves five for exports and copies.", () => {
  expect(quotaRule(100)).toMatchObject({ limit: 95, windowMs: 61_000, reserved: 5 })
  expect(quotaRule(0)).toBeUndefined()
  expect([1, 2, 10, 1000].map((requests) => quotaRule(requests)?.limit)).toEqual([1, 1, 9, 950])
  expect([1, 2, 10, 1000].map((requests) => quotaRule(requests)?.reserved)).toEqual([0, 0, 1, 48])
})
