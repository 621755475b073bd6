import * as fc from "fast-check"
import { expect, test } from "vitest"
import { createSharedBody } from "../../http/answers"
import { type CachedAnswer, createMemoryAnswers, dropExpired, dropTag } from "./answer-cache"

const shared = createSharedBody(Buffer.alloc(0))

const entryOf = (size: number, tag = "tag"): CachedAnswer => ({
  tag,
  answer: { body: Buffer.alloc(size), shared, source: "cache", asOf: 0 },
  freshUntil: 0,
  staleUntil: 0,
  staleIfErrorUntil: 0,
  restUntil: 0,
})

test("whatever is cached, replaced and dropped, memory stays within its bounds and counts right", () => {
  const key = fc.constantFrom("a", "b", "c", "d", "e", "f")
  const step = fc.oneof(
    fc.record({ key, size: fc.nat(6000), tag: fc.constantFrom("one", "two") }),
    fc.record({ drop: fc.constantFrom("one", "two") }),
    fc.record({ get: key }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const memory = createMemoryAnswers({ maxBytes: 10_000, maxAnswerBytes: 5000 })
      for (const each of steps) {
        if ("drop" in each) dropTag(memory, each.drop)
        else if ("get" in each) memory.get(each.get)
        else memory.set(each.key, entryOf(each.size, each.tag))
        expect(memory.calculatedSize).toBeGreaterThanOrEqual(0)
        expect(memory.calculatedSize).toBeLessThanOrEqual(10_000)
      }
      for (const tag of ["one", "two"]) dropTag(memory, tag)
      expect(memory.calculatedSize).toBe(0)
    }),
  )
})

test("what nobody may be sent any more is given up, and nothing else", () => {
  const memory = createMemoryAnswers({ maxBytes: 10_000, maxAnswerBytes: 5000 })
  memory.set("over", { ...entryOf(10), staleIfErrorUntil: 5 })
  memory.set("good", { ...entryOf(10), staleIfErrorUntil: 6 })
  dropExpired(memory, 5)
  expect([...memory.keys()]).toEqual(["good"])
})

test("what was used least recently goes first", () => {
  const memory = createMemoryAnswers({ maxBytes: 13_000, maxAnswerBytes: 5000 })
  for (const key of ["a", "b", "c"]) memory.set(key, entryOf(2500))
  memory.get("a")
  memory.set("d", entryOf(2500))
  const cached = ["a", "b", "c", "d"].filter((key) => memory.get(key))
  expect(cached).toEqual(["a", "c", "d"])
})

test("an answer that is too large is not cached, nor is the one that it replaces", () => {
  const memory = createMemoryAnswers({ maxBytes: 10_000, maxAnswerBytes: 5000 })
  memory.set("a", entryOf(100))
  memory.set("a", entryOf(6000))
  expect(memory.get("a")).toBeUndefined()
  expect(memory.calculatedSize).toBe(0)
})

test("dropping a tag leaves others, clearing leaves nothing", () => {
  const memory = createMemoryAnswers({ maxBytes: 10_000, maxAnswerBytes: 5000 })
  memory.set("a", entryOf(1, "one"))
  memory.set("b", entryOf(1, "two"))
  dropTag(memory, "one")
  expect([memory.get("a") === undefined, memory.get("b") === undefined]).toEqual([true, false])
  memory.clear()
  expect(memory.get("b")).toBeUndefined()
  expect(memory.calculatedSize).toBe(0)
})
