import { expect, test } from "vitest"
import { parseTreeAddress, type TreeAddress, treeHref } from "./use-tree-state"

const parse = (search: string) => parseTreeAddress(new URLSearchParams(search))

test.each<TreeAddress>([
  { find: "" },
  { find: "æble & co/3" },
  { find: "", levels: 3 },
  { find: "x", levels: "all", at: "3f2c9a10" },
])("an address says %o and is read back the same", (address) => {
  expect(parse(treeHref(address).split("?")[1] ?? "")).toEqual({ address, unread: [] })
})

test.each(["levels=0", "levels=-1", "levels=2.5", "levels=9999999", "levels=", "colour=red"])(
  "%s counts as absent and is told",
  (search) => expect(parse(search)).toEqual({ address: { find: "" }, unread: [search] }),
)

test.each(["at=", "find="])("%s is absent", (search) =>
  expect(parse(search)).toEqual({ address: { find: "" }, unread: [] }),
)

test("words that are too long are not cut but left out, and so is what is said twice", () => {
  const long = `find=${"x".repeat(201)}`
  expect(parse(`${long}&levels=2&levels=3&unreadable=a%3D%25ff`)).toEqual({
    address: { find: "", levels: 2 },
    unread: [long, "levels=3", "a=%ff"],
  })
})

test("the plain tree has a plain address", () => {
  expect(treeHref({ find: "" })).toBe("/organisation/tree")
})
