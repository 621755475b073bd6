import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { answerJson, holdBack } from "@/lib/platform/testing/scripted-platform"
import type { Session } from "../../../session"
import { personOf } from "../../testing/test-bff"
import { openSharedChannel } from "./testing/open-shared-channel"
import { countedLists, type Instances, startInstances } from "./testing/start-instances"

const server = openSharedChannel()
afterAll(() => server.stop())

const named = (index: number): Session => ({ ...personOf("admin"), sub: `person-${index}` })
/** A list that no other test reads. */
const newList = () => `/v1/contentmodules/${randomUUID()}/content`
const nameOf = (answer: { body: { data: { name: string }[] } }) => answer.body.data[0]?.name
const sourceOf = (answer: { headers: Headers }) => answer.headers.get("x-data-source")

describe("three instances", () => {
  let started: Instances
  beforeAll(async () => {
    started = await startInstances(server, 3)
    await started.connected()
  })
  beforeEach(() => {
    started.platform.reads.length = 0
    started.platform.onRead = countedLists()
  })
  afterAll(() => started.stop())

  const instance = (index: number) => {
    const found = started.instances[index % 3]
    if (!found) throw new Error("There is no such instance.")
    return found
  }
  const reads = () => started.platform.reads.length
  const flush = () => started.flush()
  /** Resolves once every instance has received the notification of changed records. */
  const hearChange = () =>
    Promise.all(
      started.instances.map(
        ({ bus }) => new Promise((resolve) => bus.subscribe("records-changed", resolve)),
      ),
    )

  // rules: Rate limit 5
  test("200 identical concurrent reads make one call per instance, and later reads make none", async () => {
    started.platform.onRead = countedLists(150)
    const list = newList()
    const requestAll = () =>
      Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          instance(index).ask(list, { session: named(index) }),
        ),
      )
    const first = await requestAll()
    expect(reads()).toBe(3)
    expect(new Set(first.map(sourceOf))).toEqual(new Set(["live"]))
    started.time.now += 20_000
    const later = await requestAll()
    expect(reads()).toBe(3)
    expect(new Set(later.map(sourceOf))).toEqual(new Set(["cache"]))
    const asOf = "2026-11-21T10:00:00.000Z"
    for (const { headers } of [...first, ...later]) expect(headers.get("x-data-as-of")).toBe(asOf)
  })

  test("after an edit on one instance, no other serves older data", async () => {
    const list = newList()
    for (const index of [0, 1, 2]) await instance(index).ask(list)
    const heard = hearChange()
    await instance(0).cache.invalidate("contentPost")
    await heard
    for (const index of [0, 1, 2])
      expect(nameOf(await instance(index).ask(list))).toBe(`read ${index + 4}`)
  })

  test("an edit does not invalidate the responses of other records", async () => {
    const list = newList()
    for (const index of [0, 1]) await instance(index).ask(list)
    await instance(0).cache.invalidate("department")
    for (const index of [0, 1])
      expect(nameOf(await instance(index).ask(list))).toBe(`read ${index + 1}`)
  })

  test("a read that starts before an edit and ends after it is neither cached nor shared", async () => {
    const earlier = holdBack(answerJson({ count: 1, data: [{ name: "read before" }] }))
    const later = countedLists()
    started.platform.onRead = (...requested) => (reads() > 2 ? later : earlier.script)(...requested)
    const list = newList()
    const before = [instance(0).ask(list), instance(1).ask(list)]
    await expect.poll(reads).toBe(2)
    const heard = hearChange()
    await instance(2).cache.invalidate("contentPost")
    await heard
    const after = await Promise.all([0, 1, 2].map((index) => instance(index).ask(list)))
    expect(after.map(nameOf).toSorted()).toEqual(["read 1", "read 2", "read 3"])
    earlier.release()
    expect((await Promise.all(before)).map(nameOf)).toContain("read before")
    await flush()
    for (const index of [0, 1, 2])
      expect(nameOf(await instance(index).ask(list))).toMatch(/^read [123]$/)
    expect(reads()).toBe(5)
  })

  test("an instance clears its cache when it loses the bus and caches again once it reconnects", async () => {
    const [list, other] = [newList(), newList()]
    await instance(0).ask(list)
    await flush()
    const gaps: boolean[] = []
    instance(0).bus.onGap(() => void gaps.push(instance(0).bus.isConnected()))
    await server.cutBuses()
    await expect.poll(() => gaps[0]).toBe(false)
    expect(instance(0).cache.figures().bytes).toBe(0)
    expect(nameOf(await instance(0).ask(list))).toBe("read 2")
    await expect.poll(() => gaps.at(-1)).toBe(true)
    await started.connected()
    await instance(0).ask(other)
    expect(instance(0).cache.figures().bytes).toBeGreaterThan(0)
  })

  test("a refused call is an error for its own readers, and the next read calls again", async () => {
    const list = newList()
    let calls = 0
    started.platform.onRead = (response) => {
      calls += 1
      response.writeHead(calls < 4 ? 500 : 200, { "content-type": "application/json" })
      response.end('{"count":0,"data":[]}')
    }
    const answers = await Promise.all([0, 1, 2].map((index) => instance(index).ask(list)))
    expect(answers.map(({ status }) => status)).toEqual([502, 502, 502])
    await sleep(20)
    expect(await instance(0).ask(list)).toMatchObject({ status: 200 })
  })
})
