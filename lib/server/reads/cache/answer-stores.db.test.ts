import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, describe, expect, test } from "vitest"
import type { AnswerAddress, AnswerDemand, AnswerStore, StoredAnswer } from "../../../db"
import { openTestedStore } from "./testing/open-tested-store"

const server = await openTestedStore()
afterAll(() => server.stop())

const minute = 60_000
const newAddress = (more: Partial<AnswerAddress> = {}): AnswerAddress => ({
  key: randomUUID(),
  tag: `tag-${randomUUID()}`,
  priority: "person",
  ...more,
})
const demand = (more: Partial<AnswerDemand> = {}): AnswerDemand => ({
  accept: "fresh",
  lease: randomUUID(),
  leaseMs: minute,
  ...more,
})
const answerOf = (text: string, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
  body: Buffer.from(text),
  asOf: 1_700_000_000_000,
  freshMs: minute,
  staleMs: 2 * minute,
  staleIfErrorMs: 3 * minute,
  ...more,
})

/** Reads as the cache does: leases the address and puts the answer there. */
async function fill(store: AnswerStore, address: AnswerAddress, answer: StoredAnswer) {
  const requested = demand()
  const { version } = await store.open(address, requested)
  await store.put(address, answer, { version, lease: requested.lease })
}

const one = server.openStore()
const other = server.openStore()

// rules: Keepers
describe("stored answers", () => {
  test("several processes may prepare at once", async () => {
    await Promise.all([1, 2, 3, 4].map(() => server.openStore().prepare()))
  })

  // rules: Keepers
  test("of many who open an address at once, through two instances, one gets the lease", async () => {
    const address = newAddress()
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).open(address, demand())),
    )
    expect(opened.filter(({ isLeased }) => isLeased)).toHaveLength(1)
    expect(opened.filter(({ isAcceptable }) => isAcceptable)).toEqual([])
    expect(new Set(opened.map(({ version }) => version)).size).toBe(1)
  })

  test("an answer comes back as it was put, with what is left of its time", async () => {
    const address = newAddress()
    const text = JSON.stringify({ data: ["quotes \"'\\", "\u0000", "Ünï 🎉", "\ud800"] })
    await fill(one, address, answerOf(text))
    const { answer, isAcceptable, isLeased } = await other.open(address, demand())
    expect({ isAcceptable, isLeased }).toEqual({ isAcceptable: true, isLeased: false })
    expect(answer).toMatchObject({ body: Buffer.from(text), asOf: 1_700_000_000_000 })
    for (const [left, max] of [
      [answer?.freshMs, minute],
      [answer?.staleMs, 2 * minute],
      [answer?.staleIfErrorMs, 3 * minute],
    ]) {
      expect(left).toBeLessThanOrEqual(max ?? 0)
      expect(left).toBeGreaterThan((max ?? 0) - 30_000)
    }
    expect(await other.open(newAddress({ tag: address.tag }), demand())).not.toHaveProperty(
      "answer",
    )
  })

  test("a stale answer will do for who accepts it; another hears of it and gets the lease", async () => {
    const address = newAddress()
    await fill(one, address, answerOf("stale", { freshMs: 0 }))
    expect(await other.open(address, demand({ accept: "stale" }))).toMatchObject({
      isAcceptable: true,
      isLeased: false,
    })
    await sleep(120)
    expect(await other.open(address, demand())).toMatchObject({
      isAcceptable: false,
      isLeased: true,
      answer: { body: Buffer.from("stale") },
    })
  })

  test("an answer whose time is over is not found", async () => {
    const address = newAddress()
    await fill(one, address, answerOf("over", { freshMs: 1, staleMs: 1, staleIfErrorMs: 1 }))
    await sleep(5)
    expect(await one.open(address, demand({ accept: "stale" }))).not.toHaveProperty("answer")
  })

  test("who wants a newer answer than the stored one gets the lease, and others take the newer one", async () => {
    const address = newAddress()
    await fill(one, address, answerOf("old"))
    await sleep(120)
    const refresh = demand({ withinMs: 0 })
    const { isLeased, version } = await one.open(address, refresh)
    expect(isLeased).toBe(true)
    expect(await other.open(address, demand({ withinMs: 50 }))).toMatchObject({
      isAcceptable: false,
      isLeased: false,
    })
    await one.put(address, answerOf("new"), { version, lease: refresh.lease })
    expect(await other.open(address, demand({ withinMs: minute }))).toMatchObject({
      isAcceptable: true,
      answer: { body: Buffer.from("new") },
    })
  })

  test("a change of the records takes their answers away, and those read before it are not stored", async () => {
    const [address, tag] = [newAddress(), `tag-${randomUUID()}`]
    const neighbour = newAddress({ tag })
    await fill(one, address, answerOf("before"))
    await fill(one, neighbour, answerOf("neighbour"))
    const slow = newAddress({ tag: address.tag })
    const reading = demand()
    const { version } = await one.open(slow, reading)
    await other.invalidate(address.tag)
    await one.put(slow, answerOf("before"), { version, lease: reading.lease })
    expect(await one.open(address, demand())).not.toHaveProperty("answer")
    expect(await one.open(slow, demand({ accept: "stale" }))).not.toHaveProperty("answer")
    expect(await one.open(neighbour, demand())).toMatchObject({ isAcceptable: true })
  })

  test("an answer that is taken away is not found, its neighbours are", async () => {
    const address = newAddress()
    const neighbour = newAddress({ tag: address.tag })
    await fill(one, address, answerOf("gone"))
    await fill(one, neighbour, answerOf("neighbour"))
    await other.remove(address)
    const requested = demand({ accept: "stale" })
    // Who has just put an answer there is still believed to.
    await expect.poll(async () => (await one.open(address, requested)).isLeased).toBe(true)
    const { version, ...found } = await one.open(address, requested)
    expect(found).toEqual({ isAcceptable: false, isLeased: true })
    await one.put(address, answerOf("again"), { version, lease: requested.lease })
    for (const there of [address, neighbour])
      expect(await other.open(there, demand())).toMatchObject({ isAcceptable: true })
  })

  test("a lease from before a change holds nobody up", async () => {
    const address = newAddress()
    await one.open(address, demand())
    await other.invalidate(address.tag)
    expect(await other.open(address, demand())).toMatchObject({ isLeased: true })
  })

  test("a lease ends when it is given up, or when its holder is silent; priorities have their own", async () => {
    const address = newAddress()
    const first = demand({ leaseMs: 30 })
    await one.open(address, first)
    expect(await other.open({ ...address, priority: "sync" }, demand())).toMatchObject({
      isLeased: true,
    })
    await sleep(60)
    const second = demand()
    expect(await other.open(address, second)).toMatchObject({ isLeased: true })
    await one.release(address, first.lease)
    expect(await one.open(address, demand())).toMatchObject({ isLeased: false })
    await other.release(address, second.lease)
    expect(await one.open(address, demand())).toMatchObject({ isLeased: true })
  })

  test("a lease that is extended goes on to hold, one that was lost does not come back", async () => {
    const address = newAddress()
    const first = demand({ leaseMs: 2000 })
    await one.open(address, first)
    await one.extend([first.lease, randomUUID()], minute)
    await sleep(2100)
    expect(await other.open(address, demand())).toMatchObject({ isLeased: false })
    const lost = newAddress()
    const short = demand({ leaseMs: 10 })
    await one.open(lost, short)
    await sleep(30)
    const taker = demand({ leaseMs: 30 })
    await other.open(lost, taker)
    await one.extend([short.lease], minute)
    await sleep(60)
    expect(await one.open(lost, demand())).toMatchObject({ isLeased: true })
  })

  test("nobody leases an address whose answer is already there", async () => {
    for (let round = 0; round < 12; round += 1) {
      const address = newAddress()
      const first = demand()
      const { version } = await one.open(address, first)
      const others = Array.from({ length: 6 }, () => other.open(address, demand()))
      const put = one.put(address, answerOf("there"), { version, lease: first.lease })
      const late = Array.from({ length: 6 }, () => other.open(address, demand()))
      const opened = await Promise.all([...others, ...late])
      await put
      expect(opened.filter(({ isLeased }) => isLeased)).toEqual([])
      expect(await other.open(address, demand())).toMatchObject({ isAcceptable: true })
    }
  })

  test("what is held in all is bounded in bytes, and the latest stay", async () => {
    await server.lose()
    const small = server.openStore({ maxBytes: 100_000 })
    const tag = `tag-${randomUUID()}`
    const addresses = Array.from({ length: 33 }, () => newAddress({ tag }))
    for (const [index, address] of addresses.entries())
      await fill(small, address, answerOf("x".repeat(10_000), { staleIfErrorMs: minute + index }))
    const found = await Promise.all(addresses.map((address) => one.open(address, demand())))
    const stored = found.flatMap(({ isAcceptable }, index) => (isAcceptable ? [index] : []))
    expect(stored).toEqual([23, 24, 25, 26, 27, 28, 29, 30, 31, 32])
  })

  test("after a loss nothing from before is stored", async () => {
    const address = newAddress()
    const reading = demand()
    const { version } = await one.open(address, reading)
    await server.lose()
    await one.put(address, answerOf("before"), { version, lease: reading.lease })
    const again = await one.open(address, demand())
    expect(again).not.toHaveProperty("answer")
    expect(again.version).not.toBe(version)
  })
})
