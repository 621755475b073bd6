import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, describe, expect, test } from "vitest"
import type { AnswerPlace, AnswerStore, Demand, StoredAnswer } from "./answer-store"
import { openKeepers } from "./testing/open-keepers"

const keepers = await openKeepers()
afterAll(async () => {
  for (const keeper of keepers) if (typeof keeper !== "string") await keeper.stop()
})

const minute = 60_000
const newPlace = (more: Partial<AnswerPlace> = {}): AnswerPlace => ({
  key: randomUUID(),
  tag: `tag-${randomUUID()}`,
  lane: "person",
  ...more,
})
const demand = (more: Partial<Demand> = {}): Demand => ({
  accept: "fresh",
  claim: randomUUID(),
  claimMs: minute,
  ...more,
})
const answerOf = (text: string, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
  text,
  asOf: 1_700_000_000_000,
  freshMs: minute,
  staleMs: 2 * minute,
  keptMs: 3 * minute,
  ...more,
})

/** Reads as the cache does: claims the place and puts the answer there. */
async function fill(store: AnswerStore, place: AnswerPlace, answer: StoredAnswer) {
  const asked = demand()
  const { generation } = await store.open(place, asked)
  await store.put(place, answer, { generation, claim: asked.claim })
}

for (const keeper of keepers) {
  if (typeof keeper === "string") {
    test.skip(keeper)
    continue
  }
  const one = keeper.openStore()
  const other = keeper.openStore()

  // rules: Keepers
  describe(`answers in ${keeper.name}`, () => {
    test("several processes may prepare at once", async () => {
      await Promise.all([1, 2, 3, 4].map(() => keeper.openStore().prepare()))
    })

    // rules: Keepers
    test("of many who open a place at once, through two instances, one claims it", async () => {
      const place = newPlace()
      const opened = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).open(place, demand())),
      )
      expect(opened.filter(({ claimed }) => claimed)).toHaveLength(1)
      expect(opened.filter(({ acceptable }) => acceptable)).toEqual([])
      expect(new Set(opened.map(({ generation }) => generation)).size).toBe(1)
    })

    test("an answer comes back as it was put, with what is left of its time", async () => {
      const place = newPlace()
      const text = JSON.stringify({ data: ["quotes \"'\\", "\u0000", "Ünï 🎉", "\ud800"] })
      await fill(one, place, answerOf(text))
      const { answer, acceptable, claimed } = await other.open(place, demand())
      expect({ acceptable, claimed }).toEqual({ acceptable: true, claimed: false })
      expect(answer).toMatchObject({ text, asOf: 1_700_000_000_000 })
      for (const [left, most] of [
        [answer?.freshMs, minute],
        [answer?.staleMs, 2 * minute],
        [answer?.keptMs, 3 * minute],
      ]) {
        expect(left).toBeLessThanOrEqual(most ?? 0)
        expect(left).toBeGreaterThan((most ?? 0) - 30_000)
      }
      expect(await other.open(newPlace({ tag: place.tag }), demand())).not.toHaveProperty("answer")
    })

    test("a stale answer will do for who accepts it; another is told of it and claims", async () => {
      const place = newPlace()
      await fill(one, place, answerOf("stale", { freshMs: 0 }))
      expect(await other.open(place, demand({ accept: "stale" }))).toMatchObject({
        acceptable: true,
        claimed: false,
      })
      await sleep(120)
      expect(await other.open(place, demand())).toMatchObject({
        acceptable: false,
        claimed: true,
        answer: { text: "stale" },
      })
    })

    test("an answer whose time is over is not found", async () => {
      const place = newPlace()
      await fill(one, place, answerOf("over", { freshMs: 1, staleMs: 1, keptMs: 1 }))
      await sleep(5)
      expect(await one.open(place, demand({ accept: "stale" }))).not.toHaveProperty("answer")
    })

    test("who wants a newer answer than the kept one claims, and others take the newer one", async () => {
      const place = newPlace()
      await fill(one, place, answerOf("old"))
      await sleep(120)
      const refresh = demand({ withinMs: 0 })
      const { claimed, generation } = await one.open(place, refresh)
      expect(claimed).toBe(true)
      expect(await other.open(place, demand({ withinMs: 50 }))).toMatchObject({
        acceptable: false,
        claimed: false,
      })
      await one.put(place, answerOf("new"), { generation, claim: refresh.claim })
      expect(await other.open(place, demand({ withinMs: minute }))).toMatchObject({
        acceptable: true,
        answer: { text: "new" },
      })
    })

    test("a change of the records takes their answers away, and those read before it are not kept", async () => {
      const [place, tag] = [newPlace(), `tag-${randomUUID()}`]
      const neighbour = newPlace({ tag })
      await fill(one, place, answerOf("before"))
      await fill(one, neighbour, answerOf("neighbour"))
      const slow = newPlace({ tag: place.tag })
      const reading = demand()
      const { generation } = await one.open(slow, reading)
      await other.invalidate(place.tag)
      await one.put(slow, answerOf("before"), { generation, claim: reading.claim })
      expect(await one.open(place, demand())).not.toHaveProperty("answer")
      expect(await one.open(slow, demand({ accept: "stale" }))).not.toHaveProperty("answer")
      expect(await one.open(neighbour, demand())).toMatchObject({ acceptable: true })
    })

    test("an answer that is taken away is not found, its neighbours are", async () => {
      const place = newPlace()
      const neighbour = newPlace({ tag: place.tag })
      await fill(one, place, answerOf("gone"))
      await fill(one, neighbour, answerOf("neighbour"))
      await other.remove(place)
      const asked = demand({ accept: "stale" })
      // Who has just put an answer there is still believed to.
      await expect.poll(async () => (await one.open(place, asked)).claimed).toBe(true)
      const { generation, ...found } = await one.open(place, asked)
      expect(found).toEqual({ acceptable: false, claimed: true })
      await one.put(place, answerOf("again"), { generation, claim: asked.claim })
      for (const there of [place, neighbour])
        expect(await other.open(there, demand())).toMatchObject({ acceptable: true })
    })

    test("a claim from before a change holds nobody up", async () => {
      const place = newPlace()
      await one.open(place, demand())
      await other.invalidate(place.tag)
      expect(await other.open(place, demand())).toMatchObject({ claimed: true })
    })

    test("a claim ends when it is given up, or when its holder is silent; lanes have their own", async () => {
      const place = newPlace()
      const first = demand({ claimMs: 30 })
      await one.open(place, first)
      expect(await other.open({ ...place, lane: "sync" }, demand())).toMatchObject({
        claimed: true,
      })
      await sleep(60)
      const second = demand()
      expect(await other.open(place, second)).toMatchObject({ claimed: true })
      await one.release(place, first.claim)
      expect(await one.open(place, demand())).toMatchObject({ claimed: false })
      await other.release(place, second.claim)
      expect(await one.open(place, demand())).toMatchObject({ claimed: true })
    })

    test("a claim that is extended goes on to hold, one that was lost does not come back", async () => {
      const place = newPlace()
      const first = demand({ claimMs: 2000 })
      await one.open(place, first)
      await one.extend([first.claim, randomUUID()], minute)
      await sleep(2100)
      expect(await other.open(place, demand())).toMatchObject({ claimed: false })
      const lost = newPlace()
      const short = demand({ claimMs: 10 })
      await one.open(lost, short)
      await sleep(30)
      const taker = demand({ claimMs: 30 })
      await other.open(lost, taker)
      await one.extend([short.claim], minute)
      await sleep(60)
      expect(await one.open(lost, demand())).toMatchObject({ claimed: true })
    })

    test("nobody claims a place whose answer is already there", async () => {
      for (let round = 0; round < 12; round += 1) {
        const place = newPlace()
        const first = demand()
        const { generation } = await one.open(place, first)
        const others = Array.from({ length: 6 }, () => other.open(place, demand()))
        const put = one.put(place, answerOf("there"), { generation, claim: first.claim })
        const late = Array.from({ length: 6 }, () => other.open(place, demand()))
        const opened = await Promise.all([...others, ...late])
        await put
        expect(opened.filter(({ claimed }) => claimed)).toEqual([])
        expect(await other.open(place, demand())).toMatchObject({ acceptable: true })
      }
    })

    test("what is held in all is bounded in bytes, and the latest stay", async () => {
      await keeper.lose()
      const small = keeper.openStore({ maxBytes: 100_000 })
      const tag = `tag-${randomUUID()}`
      const places = Array.from({ length: 33 }, () => newPlace({ tag }))
      for (const [index, place] of places.entries())
        await fill(small, place, answerOf("x".repeat(10_000), { keptMs: minute + index }))
      const found = await Promise.all(places.map((place) => one.open(place, demand())))
      const kept = found.flatMap(({ acceptable }, index) => (acceptable ? [index] : []))
      expect(kept).toEqual([23, 24, 25, 26, 27, 28, 29, 30, 31, 32])
    })

    test("after a loss nothing from before is kept", async () => {
      const place = newPlace()
      const reading = demand()
      const { generation } = await one.open(place, reading)
      await keeper.lose()
      await one.put(place, answerOf("before"), { generation, claim: reading.claim })
      const again = await one.open(place, demand())
      expect(again).not.toHaveProperty("answer")
      expect(again.generation).not.toBe(generation)
    })
  })
}
