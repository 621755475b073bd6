import { expect, test } from "vitest"
import { RoundRobin } from "./call-queue"

function fill(...items: readonly (readonly [owner: string, item: string])[]) {
  const queue = new RoundRobin<string>()
  for (const [owner, item] of items) queue.add(owner, item)
  return queue
}

const drain = (queue: RoundRobin<string>) =>
  Array.from({ length: queue.size }, () => queue.next() ?? "nothing")

test("an owner's items come in the order in which they came, owners round robin", () => {
  const queue = fill(["a", "a1"], ["a", "a2"], ["a", "a3"], ["b", "b1"], ["c", "c1"], ["b", "b2"])
  const order = ["a1", "b1", "c1", "a2", "b2", "a3"]
  expect(queue.inOrder()).toEqual(order)
  expect(drain(queue)).toEqual(order)
  expect(queue.next()).toBeUndefined()
})

test("who comes after another's hundred waits for one of them", () => {
  const queue = fill(...Array.from({ length: 100 }, (_, number) => ["a", `a${number}`] as const))
  queue.next()
  queue.add("b", "b1")
  expect([queue.next(), queue.next()]).toEqual(["a1", "b1"])
})

test("an item that is taken out leaves the others' order", () => {
  const queue = fill(["a", "a1"], ["a", "a2"], ["b", "b1"])
  expect(queue.remove("a", "a1")).toBe(true)
  expect(queue.remove("a", "a1")).toBe(false)
  expect(queue.remove("c", "c1")).toBe(false)
  expect([queue.size, queue.countOf("a"), queue.countOf("c")]).toEqual([2, 1, 0])
  expect(drain(queue)).toEqual(["a2", "b1"])
  expect(queue.countOf("a")).toBe(0)
})

test("some owners' items can be counted apart, and one owner's taken before others'", () => {
  const queue = fill(["a", "a1"], ["b", "b1"], ["a", "a2"], ["c", "c1"])
  const isOther = (owner: string) => owner !== "a"
  expect([queue.sizeOf(isOther), queue.inOrder(isOther)]).toEqual([2, ["b1", "c1"]])
  expect([queue.nextOf("c"), queue.nextOf("c"), queue.size]).toEqual(["c1", undefined, 3])
  expect(drain(queue)).toEqual(["a1", "b1", "a2"])
})

test("earlier service of owners counts, and an owner's next item knows how many are before it", () => {
  const queue = fill(["greedy", "g1"], ["greedy", "g2"], ["modest", "m1"], ["modest", "m2"])
  const had = (owner: string) => (owner === "greedy" ? 1 : 0)
  const all = () => true
  expect(queue.inOrder(all, had)).toEqual(["m1", "g1", "m2", "g2"])
  expect(["greedy", "modest", "new"].map((owner) => queue.aheadOf(owner, all, had))).toEqual([
    4, 4, 1,
  ])
})
