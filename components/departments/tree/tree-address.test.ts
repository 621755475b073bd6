import { expect, test } from "vitest"
import { parseTreeAddress, type TreeAddress, treeHref } from "./tree-address"

const parse = (search: string) => parseTreeAddress(new URLSearchParams(search))

test.each<TreeAddress>([
  { find: "" },
  { find: "æble & co/3" },
  { find: "", levels: 3 },
  { find: "x", levels: "all", at: "3f2c9a10" },
])("an address says %o and is read back the same", (address) => {
  expect(parse(treeHref(address).split("?")[1] ?? "")).toEqual(address)
})

test.each(["levels=0", "levels=-1", "levels=2.5", "levels=9999999", "levels=", "at=", "find="])(
  "%s counts as absent",
  (search) => expect(parse(search)).toEqual({ find: "" }),
)

test("the plain tree has a plain address", () => {
  expect(treeHref({ find: "" })).toBe("/departments")
})
