import { describe, expect, it } from "vitest"
import {
  catalogue,
  findOperation,
  type ListOperation,
  listOperations,
  printSort,
  type SortTerm,
} from "@/lib/catalogue"
import { moveTerm, nextSort } from "./sort-order"

function list(id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new Error(`${id} is no list`)
  return operation
}

function click(operation: ListOperation, clicks: readonly (readonly [string, boolean])[]) {
  const seen: string[] = []
  let sort: readonly SortTerm[] = []
  for (const [property, add] of clicks) {
    sort = nextSort(operation, sort, property, add)
    seen.push(printSort(sort))
  }
  return seen
}

describe("clicks on column headers", () => {
  it("sort ascending, then descending, then by default", () => {
    const clicks = [
      ["city", false],
      ["city", false],
      ["city", false],
    ] as const
    expect(click(list("departments"), clicks)).toEqual(["city", "-city", ""])
  })

  it("with shift add a term to the current order, reverse it and remove it", () => {
    const clicks = [
      ["city", true],
      ["zipCode", true],
      ["city", true],
      ["name", true],
      ["name", true],
      ["city", true],
    ] as const
    expect(click(list("departments"), clicks)).toEqual([
      "name,city",
      "name,city,zipCode",
      "name,-city,zipCode",
      "-name,-city,zipCode",
      "-city,zipCode",
      "zipCode",
    ])
  })

  it("without shift replace the order", () => {
    const clicks = [
      ["city", true],
      ["zipCode", false],
    ] as const
    expect(click(list("departments"), clicks)).toEqual(["name,city", "zipCode"])
  })

  it.each(listOperations(catalogue).map((operation) => [operation.id, operation] as const))(
    "toggle the default order of %s without getting stuck",
    (_, operation) => {
      const { defaultSort, pageSort = defaultSort } = operation
      const descending = pageSort.startsWith("-")
      const property = pageSort.replace("-", "")
      const turned = descending ? property : `-${property}`
      const clicks = [1, 2, 3, 4].map(() => [property, false] as const)
      expect(click(operation, clicks)).toEqual([turned, "", turned, ""])
    },
  )
})

describe("moving a sort term", () => {
  const sort = ["a", "b", "c"].map((property) => ({ property, descending: false }))
  it.each([
    [0, 2, "b,c,a"],
    [2, 0, "c,a,b"],
    [1, 1, "a,b,c"],
    [0, 1, "b,a,c"],
  ])("from place %i to place %i gives %s", (from, to, expected) => {
    expect(printSort(moveTerm(sort, from, to))).toBe(expected)
  })
})
