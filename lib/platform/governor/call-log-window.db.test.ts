import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import * as fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import { type Child, startChild } from "@/scripts/child"
import { createGovernor } from "./create-governor"
import { priorities } from "./governor"
import type { ChildOrder } from "./testing/call-until-killed"
import { openInstances } from "./testing/open-instances"
import { openLogs } from "./testing/open-logs"

const childFile = join(import.meta.dirname, "testing/call-until-killed.ts")

/** Starts a process and waits until it is in the middle of its last call. */
function startCalling(order: ChildOrder): Promise<Child> {
  return new Promise((resolve, reject) => {
    const child = startChild({
      name: "caller",
      arguments: ["--import", "tsx", childFile, JSON.stringify(order)],
      environment: {},
      onLine: (line) => {
        if (line === "calling") resolve(child)
      },
    })
    void child.ended.then((sentence) => reject(new Error(sentence)))
  })
}

/** The largest number of calls in any interval of that length, excluding its end. */
function fullestWindow(times: readonly number[], windowMs: number): number {
  const counts = times.map(
    (start) => times.filter((time) => time >= start && time < start + windowMs).length,
  )
  return Math.max(...counts)
}

const action = fc.record({
  after: fc.integer({ min: 0, max: 12 }).map((steps) => steps * 10),
  instance: fc.nat(2),
  act: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        priority: fc.constantFrom(...priorities),
        count: fc.integer({ min: 1, max: 4 }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        owners: fc.uniqueArray(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ endCall: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ giveBack: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ pause: fc.constantFrom(30, 200) }) },
  ),
})

const store = await openLogs()
afterAll(() => store.stop())

// rules: Rate limit 3
test("for any sequence of take, end, give back and pause, no window exceeds the limit", async () => {
  const script = fc.array(action, { minLength: 20, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 7 }), script, async (limit, actions) => {
      const rule = { limit, windowMs: 307, inFlightMs: 90 }
      const { open, advance } = openInstances(store, rule)
      const instances = [open(), open(), open()]
      const taken: { id: string; countsUntil: number }[] = []
      let now = 0
      for (const { after, instance, act } of actions) {
        advance(after)
        now += after
        const log = instances[instance]
        if ("priority" in act || "owners" in act) {
          const waiting = (owner: string) =>
            ({ priority: "person", owner, count: 2, waitedMs: 0 }) as const
          const answer =
            "priority" in act
              ? await log?.want(act.priority, act.count)
              : await log?.take(act.owners.map(waiting))
          const ids = (answer?.granted ?? []).map(({ id }) => id)
          const countsUntil = now + rule.inFlightMs + rule.windowMs
          taken.push(...ids.map((id) => ({ id, countsUntil })))
          const counted = taken.filter((call) => call.countsUntil > now).length
          expect(counted).toBeLessThanOrEqual(limit)
        } else if ("pause" in act) await log?.pause(act.pause)
        else {
          const call = taken["endCall" in act ? act.endCall % 8 : act.giveBack % 8]
          if (!call) continue
          if ("endCall" in act) await log?.endCall(call.id)
          else await log?.giveBack(call.id)
          const until = "endCall" in act ? now + rule.windowMs : 0
          call.countsUntil = Math.min(call.countsUntil, until)
        }
      }
    }),
    { numRuns: 25 },
  )
})

// rules: Rate limit 3
test("with the real clock and three instances, no window has more arrivals than the limit", async () => {
  const hold = fc.integer({ min: 0, max: 15 })
  const sizes = {
    limit: fc.integer({ min: 2, max: 6 }),
    windowMs: fc.integer({ min: 60, max: 90 }),
  }
  await fc.assert(
    fc.asyncProperty(fc.record(sizes), fc.array(hold, { minLength: 9 }), async (size, holds) => {
      const rule = { ...size, inFlightMs: 1000 }
      const clientId = randomUUID()
      const arrivals: number[] = []
      const governors = [1, 2, 3].map(() =>
        createGovernor({ log: store.open({ clientId, rule }), rule }),
      )
      const calls = Array.from({ length: 4 * rule.limit }, (_, index) => {
        const priority = priorities[index % 2] ?? "person"
        return governors[index % 3]?.run({ priority, person: `${index % 4}` }, async () => {
          await delay(holds[index % holds.length])
          arrivals.push(performance.now())
          await delay(holds[(index + 1) % holds.length])
        })
      })
      await Promise.all(calls)
      await Promise.all(governors.map((governor) => governor.close()))
      expect(arrivals).toHaveLength(4 * rule.limit)
      expect(fullestWindow(arrivals, rule.windowMs)).toBeLessThanOrEqual(rule.limit)
    }),
    { numRuns: 2 },
  )
})

// rules: Rate limit 6, Slots
test.skipIf(process.platform === "win32")(
  "a process that is killed in the middle of a call leaves all of its calls in the log",
  async () => {
    const clientId = randomUUID()
    const rule = { limit: 80, windowMs: 60_000, inFlightMs: 5_000 }
    const order: ChildOrder = { connection: store.connection, clientId, rule, ended: 4 }
    const child = await startCalling(order)
    await child.kill()
    const log = store.open({ clientId, rule })
    expect((await log.read()).used).toEqual({ person: 5, export: 0, sync: 0 })
    const waiting = Array.from({ length: 80 }, (_, index) => {
      return { priority: "person", owner: `${index}`, count: 1, waitedMs: 0 } as const
    })
    expect((await log.take(waiting)).granted).toHaveLength(75)
  },
)
