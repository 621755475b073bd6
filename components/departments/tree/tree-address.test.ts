import { expect, test } from "vitest"
import { parseTreeAddress, type TreeAddress, treeHref } from "./use-tree-state"

const parse = (search: string) => parseTreeAddress(new URLSearchParams(search))

test.each<TreeAddress>([
  { find: "" },
  { find: "æble & co/3" },
  { find: "", levels: 3 },
  { find: "x", levels: "all", at: "3f2c9a10" },
])("an address with %o is printed and parsed unchanged", (address) => {
  expect(parse(treeHref(address).split("?")[1] ?? "")).toEqual({ address, unread: [] })
})

test.each(["levels=0", "levels=-1", "levels=2.5", "levels=9999999", "levels=", "colour=red"])(
  "%s is ignored and reported as unread",
  (search) => expect(parse(search)).toEqual({ address: { find: "" }, unread: [search] }),
)

test.each(["at=", "find="])("%s is ignored and not reported", (search) =>
  expect(parse(search)).toEqual({ address: { find: "" }, unread: [] }),
)

test("too long values and repeated parameters are left out and reported", () => {
  const long = `find=${"x".repeat(201)}`
  expect(parse(`${long}&levels=2&levels=3&unreadable=a%3D%25ff`)).toEqual({
    address: { find: "", levels: 2 },
    unread: [long, "levels=3", "a=%ff"],
  })
})

test("the default tree has a URL without parameters", () => {
  expect(treeHref({ find: "" })).toBe("/organisation/tree")
})
