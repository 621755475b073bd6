import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { createNotifications, openPool } from "../../../db"
import { answerJson, type Script } from "../../../platform/testing/scripted-platform"
import { personOf } from "../../testing/test-bff"
import { openSharedChannel } from "./testing/open-shared-channel"
import {
  countedLists,
  type InstanceOptions,
  type Instances,
  startInstances,
} from "./testing/start-instances"

const server = openSharedChannel()
let started: Instances
let extra: Instances[] = []
beforeAll(async () => {
  started = await startInstances(server, 1)
  await started.connected()
})
beforeEach(() => {
  started.platform.reads.length = 0
  started.platform.onRead = countedLists()
})
afterEach(async () => {
  for (const instances of extra) await instances.stop()
  extra = []
})
afterAll(async () => {
  await started.stop()
  await server.stop()
})

/** Starts an instance with its own options, apart from the one that the tests share. */
async function startExtra(options: InstanceOptions) {
  const instances = await startInstances(server, 1, options)
  extra.push(instances)
  instances.platform.onRead = countedLists()
  await instances.connected()
  const { platform, time, flush } = instances
  return { ...only(instances), platform, time, flush }
}

function only({ instances: [instance] }: Instances) {
  if (!instance) throw new Error("There is no instance.")
  return instance
}

const ask: Instances["instances"][number]["ask"] = (...requested) => only(started).ask(...requested)
const reads = () => started.platform.reads.length
const flush = () => started.flush()
/** A list that no other test reads. */
const newList = () => `/v1/contentmodules/${randomUUID()}/content`
const refresh = { headers: new Headers({ "cache-control": "no-cache" }) }

/** The name in the first record, the data source, and the seconds from the start to the read. */
async function inspect(requested: ReturnType<typeof ask>) {
  const { body, headers, status } = await requested
  const asOf = Date.parse(headers.get("x-data-as-of") ?? "") - Date.parse("2026-11-21T10:00:00Z")
  return {
    status,
    name: body.data?.[0].name,
    source: headers.get("x-data-source"),
    at: asOf / 1000,
  }
}

const sinceStart = () => (started.time.now - Date.parse("2026-11-21T10:00:00Z")) / 1000
const later = (seconds: number) => {
  started.time.now += seconds * 1000
}
const fail = answerJson({}, 503)

test("a reader who disconnects does not cancel the read for others", async () => {
  started.platform.onRead = countedLists(100)
  const list = newList()
  const leaving = new AbortController()
  const answers = [ask(list, { signal: leaving.signal }).catch(() => "left"), ask(list)]
  await expect.poll(reads).toBe(1)
  leaving.abort()
  expect(await inspect(answers[1] as ReturnType<typeof ask>)).toMatchObject({ name: "read 1" })
  expect(await inspect(ask(list))).toMatchObject({ name: "read 1", source: "cache" })
  expect(reads()).toBe(1)
})

const faults: readonly (readonly [string, Script, number])[] = [
  ["404", answerJson({}, 404), 404],
  ["400", answerJson({ errorCode: "feature_not_enabled", message: "No." }, 400), 400],
  ["500", answerJson({}, 500), 502],
  ["HTML", (response) => response.end("<html>"), 502],
  ["a foreign next page", answerJson({ data: [], nextUrl: "http://evil.test/?cursor=1" }), 502],
]
test.each(faults)("%s is not cached", async (_, fault, status) => {
  const list = newList()
  started.platform.onRead = fault
  expect(await ask(list)).toMatchObject({ status })
  started.platform.onRead = countedLists()
  expect(await inspect(ask(list))).toMatchObject({ status: 200, source: "live" })
})

test("a stale response is served at once and refreshed in the background", async () => {
  const list = newList()
  const at = sinceStart()
  expect(await inspect(ask(list))).toEqual({ status: 200, name: "read 1", source: "live", at })
  later(59)
  expect(await inspect(ask(list))).toEqual({ status: 200, name: "read 1", source: "cache", at })
  expect(reads()).toBe(1)
  await flush()
  later(2)
  const [stale] = await Promise.all([inspect(ask(list)), ask(list), ask(list)])
  expect(stale).toEqual({ status: 200, name: "read 1", source: "cache", at })
  await expect.poll(async () => (await inspect(ask(list))).name).toBe("read 2")
  expect(await inspect(ask(list))).toMatchObject({ source: "cache", at: at + 61 })
  expect(reads()).toBe(2)
})

test("while the platform fails, a cached response is served for an hour and the platform is retried", async () => {
  const list = newList()
  const at = sinceStart()
  await ask(list)
  await flush()
  started.platform.onRead = fail
  later(30 * 60)
  const cached = { status: 200, name: "read 1", source: "cache", at }
  expect(await inspect(ask(list))).toEqual(cached)
  expect(reads()).toBe(2)
  later(4)
  expect(await inspect(ask(list))).toEqual(cached)
  expect(reads()).toBe(2)
  later(2)
  expect(await inspect(ask(list))).toEqual(cached)
  expect(reads()).toBe(3)
  later(30 * 60)
  expect(await ask(list)).toMatchObject({ status: 503 })
})

test.each([404, 403, 400])("a cached response does not hide a %i", async (status) => {
  const list = newList()
  await ask(list)
  await flush()
  later(30 * 60)
  started.platform.onRead = answerJson({}, status)
  expect((await ask(list)).status).toBeGreaterThanOrEqual(400)
})

test.each([
  ["is gone", answerJson({}, 404), 404],
  ["is switched off", answerJson({ errorCode: "feature_not_enabled", message: "No." }, 400), 400],
  ["is no longer the dashboard's to read", answerJson({}, 403), 502],
] as const)(
  "a stale response that %s is served at most once more, for one call",
  async (_, refusal, status) => {
    const list = newList()
    await ask(list)
    await flush()
    later(61)
    started.platform.onRead = refusal
    expect(await inspect(ask(list))).toMatchObject({ status: 200, source: "cache" })
    await flush()
    const calls = reads()
    expect(await ask(list)).toMatchObject({ status })
    expect(reads()).toBe(calls + 1)
  },
)

test("people of different roles share no cached response, and people of the same roles do", async () => {
  const list = "/v1.2/departments?limit=7"
  for (const role of ["hr", "analyst", "hr"] as const) await ask(list, { session: personOf(role) })
  expect(reads()).toBe(2)
  const refused = await ask(newList(), { session: personOf("analyst") })
  expect(refused).toMatchObject({ status: 403 })
  expect(reads()).toBe(2)
})

test("100 concurrent refreshes get newer data with one call, and later readers get it too", async () => {
  started.platform.onRead = countedLists(50)
  const list = newList()
  await ask(list)
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(list, refresh)))
  for (const answer of answers) expect(answer.body.data[0].name).toBe("read 2")
  expect(await inspect(ask(list))).toMatchObject({ name: "read 2", source: "cache" })
  expect(reads()).toBe(2)
})

test("equivalent queries share a cached response, and others do not", async () => {
  const list = newList()
  const same = ["", "?sort=sortOrder", "?limit=200", "?offset=0&limit=200"]
  for (const query of same) await ask(`${list}${query}`)
  expect(reads()).toBe(1)
  for (const query of ["?limit=199", "?sort=-sortOrder", "?status=x", "?offset=1"])
    await ask(`${list}${query}`)
  expect(reads()).toBe(5)
})

test("a response that is too large is served whole and not cached", async () => {
  const bounds = { maxBytes: 1_000_000, maxAnswerBytes: 100_000 }
  const { ask, cache, platform } = await startExtra({ bounds })
  const list = newList()
  const name = "ä".repeat(50_000)
  platform.onRead = answerJson({ count: 1, data: [{ name }] })
  for (const calls of [1, 2]) {
    expect((await ask(list)).body.data[0].name).toBe(name)
    expect(platform.reads).toHaveLength(calls)
  }
  expect(cache.figures().bytes).toBe(0)
})

test("a cached page links to the next one, which is found under any encryption of its cursor", async () => {
  const list = newList()
  const page = (cursor: string) => `${started.platform.apiUrl}${list}?limit=200&cursor=${cursor}`
  started.platform.onRead = answerJson({ count: 0, data: [], nextUrl: page("second") })
  const [first, again] = [await ask(list), await ask(list)]
  expect(again.text).toBe(first.text)
  const renewed = await ask(list, refresh)
  expect(renewed.body.nextUrl).not.toBe(first.body.nextUrl)
  started.platform.onRead = countedLists()
  expect(await inspect(ask(first.body.nextUrl))).toMatchObject({ name: "read 1", source: "live" })
  expect(await inspect(ask(renewed.body.nextUrl))).toMatchObject({
    name: "read 1",
    source: "cache",
  })
})

test("an expired cursor is refused even if its page is cached, and the platform's refusal is not cached", async () => {
  const list = newList()
  const nextUrl = `${started.platform.apiUrl}${list}?cursor=second`
  started.platform.onRead = answerJson({ count: 0, data: [], nextUrl })
  const { body } = await ask(list)
  started.platform.onRead = answerJson({}, 410)
  expect(await ask(body.nextUrl)).toMatchObject({ status: 410 })
  started.platform.onRead = countedLists()
  expect(await ask(body.nextUrl)).toMatchObject({ status: 200 })
  later(6 * 60 * 60)
  expect(await ask(body.nextUrl)).toMatchObject({ status: 410 })
})

test("without a bus nothing is cached, and concurrent identical reads share one call", async () => {
  const pool = openPool("postgres://127.0.0.1:1/nowhere")
  const nowhere = { openBus: () => createNotifications({ pool }) }
  const alone = await startInstances(nowhere, 1)
  extra.push(alone)
  alone.platform.onRead = countedLists(50)
  const { ask, cache } = only(alone)
  const list = newList()
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(list)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(alone.platform.reads).toHaveLength(1)
  await cache.invalidate("contentPost")
  expect(await inspect(ask(list))).toMatchObject({ name: "read 2", source: "live" })
  expect(await inspect(ask(list))).toMatchObject({ name: "read 3", source: "live" })
})

test("the cache is limited in bytes", async () => {
  const bounds = { maxBytes: 20_000, maxAnswerBytes: 10_000 }
  const { ask, cache, platform } = await startExtra({ bounds })
  platform.onRead = answerJson({ count: 1, data: [{ name: "x".repeat(5000) }] })
  for (let index = 0; index < 10; index += 1) await ask(newList())
  expect(cache.figures().bytes).toBeLessThanOrEqual(20_000)
  expect(cache.figures().bytes).toBeGreaterThan(10_000)
})
