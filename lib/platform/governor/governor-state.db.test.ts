import { setTimeout as delay } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest"
import { createCallLog, openPool, type Pool } from "@/lib/db"
import type { QuotaReading } from "./governor"
import { openGovernor } from "./testing/open-governor"
import { type LogStore, openLogs } from "./testing/open-logs"
import { defaultQueues } from "./waiting-calls"

const rule = { limit: 2, windowMs: 61_000, inFlightMs: 10_000 }
const ticket = { priority: "person" } as const
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "not refused",
    (error) => error,
  )

let store: LogStore
let pool: Pool
beforeAll(async () => {
  store = await openLogs()
  pool = openPool(inject("databaseUrl"), { max: 1 })
})
afterAll(async () => {
  await pool.end()
  await store.stop()
})
afterEach(() => vi.useRealTimers())

test("no call is made if the log cannot be reached", async () => {
  const nowhere = openPool("postgres://nobody@127.0.0.1:1/nothing", { max: 1 })
  const log = createCallLog({ pool: nowhere, clientId: "a", rule })
  const { call, made, governor } = openGovernor(store, { rule, log })
  for (const error of await Promise.all([refusalOf(call(ticket)), refusalOf(call(ticket))]))
    expect(error).toMatchObject({ code: "shared_state_unavailable", retryAfter: 5, sent: false })
  expect(made).toEqual([])
  await governor.close()
  await nowhere.end()
})

test("a log timeout refuses the call, and a slot that was taken too late is given back", async () => {
  const { call, governor, made, clientId } = openGovernor(store, { rule, logTimeoutMs: 100 })
  const of = (person: string) => ({ ...ticket, person })
  await call(of("a"))
  const client = await pool.connect()
  await client.query("begin")
  const lock = `select from "${store.connection.schema}".call_log where client_id = $1 for update`
  await client.query(lock, [clientId])
  expect(await refusalOf(call(of("b")))).toMatchObject({ code: "shared_state_unavailable" })
  await client.query("rollback")
  client.release()
  const later = openGovernor(store, { rule, clientId })
  await expect.poll(async () => (await governor.read()).used).toBe(1)
  await later.call(of("c"))
  expect([...made, ...later.made]).toEqual(["a", "c"])
})

// rules: Clock
test("a process whose clock is wrong by hours counts calls like the others", async () => {
  const queues = {
    ...defaultQueues,
    person: { maxWaiting: 500, maxPerOwner: 50, maxWaitMs: 60_000 },
  }
  const ahead = openGovernor(store, { rule, queues })
  const later = openGovernor(store, { rule, queues, clientId: ahead.clientId })
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 3_600_000 })
  await ahead.call(ticket)
  vi.setSystemTime(Date.now() - 10 * 3_600_000)
  await later.call(ticket)
  for (const { call } of [ahead, later]) {
    const error = await refusalOf(call(ticket))
    expect(error).toMatchObject({ code: "quota_exhausted" })
    expect([61, 62]).toContain(error.retryAfter)
  }
})

test("a watcher receives the current reading, then each change, and nothing after stopping", async () => {
  const { call, governor, trips } = openGovernor(store, { rule, watchMs: 10 })
  const seen: QuotaReading[] = []
  const stop = governor.watch((reading) => seen.push(reading))
  await expect.poll(() => seen).toHaveLength(1)
  expect(seen[0]).toEqual({
    limit: 2,
    windowMs: 61_000,
    used: 0,
    freeInMs: 0,
    pausedMs: 0,
    turnInMs: 0,
    usedByLane: { person: 0, export: 0, sync: 0 },
    waiting: { person: 0, export: 0, sync: 0 },
  })
  await call(ticket)
  await expect.poll(() => seen.at(-1)?.usedByLane.person).toBe(1)
  const late: QuotaReading[] = []
  const stopLate = governor.watch((reading) => late.push(reading))
  expect(late).toEqual(seen.slice(-1))
  stop()
  stopLate()
  const { read } = trips
  await delay(40)
  expect(trips.read).toBeLessThanOrEqual(read + 1)
  await governor.close()
})
