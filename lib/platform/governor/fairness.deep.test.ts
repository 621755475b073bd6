import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createGovernor } from "./create-governor"
import { quotaRule } from "./governor"
import { createFirstCome } from "./testing/first-come"
import { openLogs } from "./testing/open-logs"
import { isModest, type MadeCall, simulatePeople } from "./testing/simulate-people"
import { createSimulatedTime } from "./testing/simulated-time"

const rule = quotaRule(100)
if (!rule) throw new Error("There is no rule.")
const forMs = 600_000

const waitsOf = (calls: readonly MadeCall[]) => calls.map(({ waitedMs }) => waitedMs)
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length
const p95 = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(0.95 * numbers.length)]

/** The number of calls in the fullest minute, excluding its end. The calls must be in order. */
const maxInMinute = (calls: readonly MadeCall[]) =>
  Math.max(
    ...calls.map(
      ({ at }, index) => calls.slice(index).findLastIndex((call) => call.at < at + 60_000) + 1,
    ),
  )

const store = await openLogs()
afterAll(() => store.stop())

describe("over ten minutes with a demand of 1.2 times the quota, through two instances,", () => {
  let made: MadeCall[]
  let people: MadeCall[]
  beforeAll(async () => {
    const time = createSimulatedTime()
    const clientId = randomUUID()
    const clock = () => Date.UTC(2026, 10, 23) + time.now()
    const governors = [1, 2].map(() => {
      const log = time.watch(store.open({ clientId, rule, clock }))
      return createGovernor({ log, rule, timing: time })
    })
    made = await simulatePeople({ governors, time, forMs, hasBackground: true })
    people = made.filter(({ person }) => person)
  }, 120_000)

  // rules: Rate limit 7
  test("people who use less than their share wait at most five seconds at the 95th percentile", () => {
    const modest = people.filter(isModest)
    expect(modest.length).toBeGreaterThan(500)
    expect(p95(waitsOf(modest))).toBeLessThanOrEqual(5000)
  })

  // rules: Rate limit 7
  test("people wait on average at most 10% longer than first come, first served without background calls", async () => {
    const time = createSimulatedTime()
    const governors = [createFirstCome(rule, time)]
    const before = await simulatePeople({ governors, time, forMs, hasBackground: false })
    expect(mean(waitsOf(people))).toBeLessThanOrEqual(1.1 * mean(waitsOf(before)))
  })

  // rules: Rate limit 7
  test("exports and copies get at least 4.5% of the calls", () => {
    expect((made.length - people.length) / made.length).toBeGreaterThanOrEqual(0.045)
  })

  // rules: Rate limit 7
  test("no minute exceeds the platform's limit, and at least 90% of the quota is used", () => {
    expect(maxInMinute(made)).toBeLessThanOrEqual(100)
    expect(made.length).toBeGreaterThan((0.9 * rule.limit * forMs) / rule.windowMs)
  })
})
