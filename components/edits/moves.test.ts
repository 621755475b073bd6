import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { afterMoves, findCircularMoves, orderMoves, type Parents } from "./moves"

const tree = (parents: Readonly<Record<string, string | null>>): Parents =>
  new Map(Object.entries(parents))

const company = tree({ company: null, north: "company", south: "company", oslo: "north" })

/** Whether a department is its own ancestor. */
function isCircular(id: string, parents: Parents): boolean {
  const seen = new Set<string>()
  let at = parents.get(id)
  while (at !== null && at !== undefined && !seen.has(at)) {
    if (at === id) return true
    seen.add(at)
    at = parents.get(at)
  }
  return false
}

describe("a move is refused if it creates a cycle", () => {
  test.each([
    ["below itself", { north: "north" }, ["north"]],
    ["below what stands under it", { north: "oslo" }, ["north"]],
    [
      "where only two together make the circle",
      { north: "south", south: "north" },
      ["north", "south"],
    ],
    [
      "one after the other, where each would stand below the next",
      { north: "oslo", company: "oslo", oslo: "oslo" },
      ["company", "north", "oslo"],
    ],
  ])("%s", (_, moves, refused) => {
    expect([...findCircularMoves(company, tree(moves))].toSorted()).toEqual(refused)
  })
})

test("swapping two departments is no cycle once both have moved", () => {
  const moves = tree({ north: "oslo", oslo: "company" })
  expect(findCircularMoves(company, moves)).toEqual(new Set())
  const order = orderMoves([{ id: "north" }, { id: "oslo" }], afterMoves(company, moves))
  expect(order.map(({ id }) => id)).toEqual(["oslo", "north"])
})

test("an existing cycle does not block other moves", () => {
  const broken = tree({ a: "b", b: "a", c: null, d: "gone" })
  expect(findCircularMoves(broken, tree({ c: "d", d: null }))).toEqual(new Set())
  expect(findCircularMoves(broken, tree({ a: null }))).toEqual(new Set())
})

test("the accepted moves can be made one by one without an intermediate cycle, in any tree", () => {
  const ids = ["a", "b", "c", "d", "e", "f", "g"]
  const parent = fc.option(fc.constantFrom(...ids))
  const trees = fc.tuple(
    ...ids.map((_, at) => fc.option(fc.constantFrom(...ids.slice(0, at), null))),
  )
  fc.assert(
    fc.property(trees, fc.dictionary(fc.constantFrom(...ids), parent), (above, wanted) => {
      const parents: Parents = new Map(ids.map((id, at) => [id, above[at] ?? null]))
      const moves = tree(wanted)
      const refused = findCircularMoves(parents, moves)
      const left = new Map([...moves].filter(([id]) => !refused.has(id)))
      const items = [...left.keys()].map((id) => ({ id }))
      let now = parents
      for (const { id } of orderMoves(items, afterMoves(parents, left))) {
        now = afterMoves(now, new Map([[id, left.get(id) ?? null]]))
        expect(ids.filter((each) => isCircular(each, now))).toEqual([])
      }
    }),
    { numRuns: 2000 },
  )
})

test("a chain of 10,000 departments is checked without a stack overflow", () => {
  const chain: Parents = new Map(
    Array.from({ length: 10_000 }, (_, at) => [`${at}`, at === 0 ? null : `${at - 1}`]),
  )
  expect(findCircularMoves(chain, tree({ 1: "9999", 5000: null }))).toEqual(new Set())
  expect(findCircularMoves(chain, tree({ 0: "9999" }))).toEqual(new Set(["0"]))
})
