import { describe, expect, test } from "vitest"
import type { ActivityEntry } from "@/lib/client"
import { isTakenBack, kindOf, nextStep } from "./edit-chain"
import { editEntry } from "./testing/edit-entry"

const knowing = (...entries: readonly ActivityEntry[]) =>
  new Map(entries.map((entry) => [entry.id, entry]))
const nobody = knowing()

/** An edit, its undo, the undo of that, as far as there are that many. */
function chain(length: number) {
  const ids = ["edit", "undo", "redo", "undo again"].slice(0, length)
  const entries = ids.map((id, index) =>
    editEntry(id, { undoes: ids[index - 1] ?? null, undoneBy: ids[index + 1] ?? null }),
  )
  return { known: knowing(...entries), entries }
}

describe("What can be done about an edit", () => {
  test.each([
    [1, ["undo edit"]],
    [2, ["redo undo", "redo undo"]],
    [3, ["undo redo", undefined, "undo redo"]],
    [4, ["redo undo again", undefined, undefined, "redo undo again"]],
  ])("is the newest step of its chain: %i edits", (length, expected) => {
    const { known, entries } = chain(length)
    const steps = entries.map((entry) => nextStep(entry, known))
    expect(steps.map((step) => step && `${step.action} ${step.target}`)).toEqual(expected)
  })

  test.each([
    [1, false],
    [2, true],
    [3, false],
    [4, true],
  ])("goes by whether it was taken back in the end: %i edits", (length, isBack) => {
    const { known, entries } = chain(length)
    expect(entries[0] && isTakenBack(entries[0], known)).toBe(isBack)
  })

  test("is to redo by its undo, where that is not at hand", () => {
    const entry = editEntry("1", { undoneBy: "2" })
    expect(nextStep(entry, nobody)).toEqual({ action: "redo", target: "2" })
  })

  test.each<[string, Partial<ActivityEntry>, boolean]>([
    ["applied", {}, true],
    ["unknown and found applied", { outcome: "unknown", verdict: "applied" }, true],
    ["unknown and found changed", { outcome: "unknown", verdict: "changed" }, false],
    ["unknown and not read back yet", { outcome: "unknown" }, false],
    ["refused", { outcome: "refused", status: 409 }, false],
    ["not sent", { outcome: "not_sent" }, false],
    ["under way", { outcome: "intended" }, false],
  ])("is something for one that is %s: %o", (_, part, isSomething) => {
    expect(nextStep(editEntry("1", part), nobody) !== undefined).toBe(isSomething)
  })
})

test("an edit that takes back one not at hand counts as an undo", () => {
  expect(kindOf(editEntry("2", { undoes: "1" }), nobody)).toBe("undo")
})
