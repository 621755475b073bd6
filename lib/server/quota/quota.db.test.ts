import { afterAll, beforeAll, expect, test } from "vitest"
import { deepTest } from "@/scripts/testing/deep-test"
import { openGovernor } from "../../platform/governor/testing/open-governor"
import { type LogStore, openLogs } from "../../platform/governor/testing/open-logs"
import { createApp } from "../app"
import { createLog } from "../http/log"
import { ownOrigin, personOf } from "../testing/test-bff"
import { createQuotaFeed } from "./quota-feed"
import { createQuotaStreams, defaultStreams, type StreamRules } from "./quota-streams"
import { quotaRoutes } from "./routes"

let store: LogStore
beforeAll(async () => {
  store = await openLogs()
})
afterAll(() => store.stop())

const rule = { limit: 2, windowMs: 61_000, inFlightMs: 2000 }
const none = { person: 0, export: 0, sync: 0 }
const log = createLog({ write: () => {} })

/** Opens a governor behind the quota routes. Tests change what `state` has. */
function open({ watchMs = 10, ...rules }: Partial<StreamRules> & { watchMs?: number } = {}) {
  const { governor, call, trips } = openGovernor(store, { rule, watchMs })
  const state = { isDown: false, isSignedIn: true }
  const isDown = () => state.isDown
  const feed = createQuotaFeed({ governor, platformLimit: 3, isDown, intervalMs: 10 })
  const streams = createQuotaStreams(feed, { ...defaultStreams, ...rules })
  const readStreamSession = async () => (state.isSignedIn ? personOf("hr") : undefined)
  const routes = quotaRoutes({ feed, streams, readSession: readStreamSession })

  async function readQuota(accept = "application/json", session = personOf("hr") || undefined) {
    const request = new Request(`${ownOrigin}/api/quota`, { headers: { accept } })
    const readSession = async () => session
    return createApp({ routes, readSession, origin: ownOrigin, clock: Date.now, log }).fetch(
      request,
    )
  }
  return { readQuota, call, close: () => governor.close(), governor, routes, state, streams, trips }
}

/** Reads the events of a response as they arrive. */
function eventsOf({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  /** Reads until the latest event fits and returns it, or "ended" if the stream ends first. */
  async function until(fits: (quota: Record<string, unknown>) => boolean) {
    for (;;) {
      const last = text
        .match(/data: (.*)\n\n/g)
        ?.at(-1)
        ?.slice(6)
      if (last && fits(JSON.parse(last))) return JSON.parse(last)
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return "ended"
      text += value
    }
  }
  return { until, leave: () => reader?.cancel() }
}

deepTest(
  "signed-in people read the use of the quota, its queue and the wait for the next call; others do not",
  async () => {
    const { readQuota, call, close, routes } = open()
    await Promise.all([call({ priority: "person", person: "a" }), call({ priority: "export" })])
    const waiting = call({ priority: "person", person: "b" }).catch(() => {})
    const read = async () => (await readQuota()).json()
    await expect.poll(read).toMatchObject({
      platformLimit: 3,
      limit: 2,
      windowSeconds: 61,
      used: 2,
      isDown: false,
      usedByLane: { person: 1, export: 1, sync: 0 },
      waiting: { ...none, person: 1 },
      pausedSeconds: 0,
    })
    const quota = await read()
    expect(quota.freeInSeconds).toBeGreaterThan(0)
    expect(quota.turnInSeconds).toBeGreaterThanOrEqual(quota.freeInSeconds)
    const request = new Request(`${ownOrigin}/api/quota`)
    const readSession = async () => undefined
    const app = createApp({ routes, readSession, origin: ownOrigin, clock: Date.now, log })
    const refusal = await app.fetch(request)
    expect(refusal.status).toBe(401)
    expect(refusal.headers.get("content-type")).toBe("application/problem+json")
    await close()
    await waiting
  },
)

test("a stream sends the figures at once and again when they change", async () => {
  const { readQuota, call, close, governor, state } = open()
  const response = await readQuota("text/event-stream")
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "private, no-store, no-transform",
    "x-request-id": expect.any(String),
  })
  const events = eventsOf(response)
  expect(await events.until(() => true)).toMatchObject({ used: 0, waiting: none })
  await call({ priority: "person" })
  await events.until(({ used }) => used === 1)
  await governor.pause(40_000)
  await events.until(({ pausedSeconds }) => Number(pausedSeconds) > 30)
  state.isDown = true
  await events.until(({ isDown }) => isDown === true)
  await events.leave()
  await close()
})

test("many streams share one read of the log, and a single request beside them adds none", async () => {
  const { readQuota, close, trips } = open({ watchMs: 60_000, maxPerPerson: 20 })
  const first = eventsOf(await readQuota("text/event-stream"))
  await first.until(() => true)
  const rest = await Promise.all(Array.from({ length: 19 }, () => readQuota("text/event-stream")))
  await Promise.all(rest.map((response) => eventsOf(response).until(() => true)))
  expect((await readQuota()).status).toBe(200)
  expect(trips.read).toBe(1)
  await close()
})

test("a stream ends when its session ends and when the instance stops", async () => {
  const { readQuota, close, state, streams } = open({ pulseMs: 10 })
  const never = () => false
  const one = eventsOf(await readQuota("text/event-stream"))
  await one.until(() => true)
  state.isSignedIn = false
  expect(await one.until(never)).toBe("ended")
  state.isSignedIn = true
  const two = eventsOf(await readQuota("text/event-stream"))
  await two.until(() => true)
  streams.close()
  expect(await two.until(never)).toBe("ended")
  expect((await readQuota("text/event-stream")).status).toBe(503)
  await close()
})

test("streams are limited per person and in total, and closed ones free a place", async () => {
  const { readQuota, close } = open({ maxPerPerson: 2, maxStreams: 3 })
  const events = (role: "hr" | "analyst" | "admin") =>
    readQuota("text/event-stream", personOf(role))
  const [first] = [await events("hr"), await events("hr")]
  const refusal = await events("hr")
  expect(refusal.status).toBe(503)
  expect(await refusal.json()).toMatchObject({ code: "too_many_streams", retryAfter: 30 })
  expect((await events("analyst")).status).toBe(200)
  expect((await events("admin")).status).toBe(503)
  await first?.body?.cancel()
  expect((await events("admin")).status).toBe(200)
  await close()
})

test("figures that cannot be read are a problem, and without a limit there are none", async () => {
  const lost = () => Promise.reject(new Error("The database is gone."))
  const governor = { read: lost, watch: () => () => {} }
  const isDown = () => false
  const feed = createQuotaFeed({ governor, platformLimit: 100, isDown })
  await expect(feed.read()).rejects.toMatchObject({ code: "shared_state_unavailable" })
  const unlimited = createQuotaFeed({ governor: undefined, platformLimit: 0, isDown })
  expect(await unlimited.read()).toMatchObject({ platformLimit: null, limit: null, isDown: false })
  unlimited.watch((text) => expect(JSON.parse(text)).toMatchObject({ limit: null }))()
})
