import { expect, test } from "vitest"
import { arrangeTree } from "../tree/arrange-tree"
import { parentOptions } from "./parent-control"

const entry = (id: string, parentId: string | null, externalId: string | null = null) => ({
  id,
  name: id.toUpperCase(),
  parentId,
  externalId,
  type: "Store",
  city: null,
})
const tree = arrangeTree(
  [entry("a", null), entry("b", "a", "DK-1"), entry("c", "b"), entry("d", "a")],
  "en",
)
const reasons = { self: "itself", below: "below it" }

test("a department and its descendants are disabled as its parent, with the reason", () => {
  expect(parentOptions(tree, "b", reasons)).toEqual([
    { value: "a", label: "A", description: "", disabled: false },
    { value: "b", label: "B", description: "itself · A · DK-1", disabled: true },
    { value: "c", label: "C", description: "below it · A › B", disabled: true },
    { value: "d", label: "D", description: "A", disabled: false },
  ])
})

test("several departments, or an unknown one, have no disabled options", () => {
  for (const id of [undefined, "elsewhere"])
    expect(parentOptions(tree, id, reasons).some(({ disabled }) => disabled)).toBe(false)
})
