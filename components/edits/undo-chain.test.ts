import { describe, expect, test } from "vitest"
import type { Row } from "@/lib/catalogue"
import type { ActivityEntry } from "./activity-log"
import { planChanges } from "./plan-changes"
import { editEntry } from "./testing/edit-entry"
import { isPartlyUndone, isUndone, kindOf, nextUndo, undoOf } from "./undo-chain"

const knowing = (...entries: readonly ActivityEntry[]) =>
  new Map(entries.map((entry) => [entry.id, entry]))
const nobody = knowing()

/** An edit, its undo, the undo of that and so on, up to `length` entries. */
function chain(length: number) {
  const ids = ["edit", "undo", "redo", "undo again"].slice(0, length)
  const entries = ids.map((id, index) =>
    editEntry(id, { undoes: ids[index - 1] ?? null, undoneBy: ids[index + 1] ?? null }),
  )
  return { known: knowing(...entries), entries }
}

describe("The next undo of an edit", () => {
  test.each([
    [1, ["undo edit"]],
    [2, ["redo undo", "redo undo"]],
    [3, ["undo redo", undefined, "undo redo"]],
    [4, ["redo undo again", undefined, undefined, "redo undo again"]],
  ])("is at the newest entry of its chain: %i edits", (length, expected) => {
    const { known, entries } = chain(length)
    const all = entries.map((entry) => nextUndo(entry, known))
    expect(all.map((next) => next && `${next.action} ${next.target}`)).toEqual(expected)
  })

  test.each([
    [1, false],
    [2, true],
    [3, false],
    [4, true],
  ])("depends on whether the edit is undone in the end: %i edits", (length, isBack) => {
    const { known, entries } = chain(length)
    expect(entries[0] && isUndone(entries[0], known)).toBe(isBack)
  })

  test("is a redo of its undo, even if that entry is not loaded", () => {
    const entry = editEntry("1", { undoneBy: "2" })
    expect(nextUndo(entry, nobody)).toEqual({ action: "redo", target: "2" })
  })

  test("is still an undo if only some fields were undone", () => {
    const write = (...fields: string[]) =>
      JSON.stringify(
        fields.flatMap((field) => [
          { op: "test", path: `/${field}`, value: 1 },
          { op: "replace", path: `/${field}`, value: 2 },
        ]),
      )
    const edit = editEntry("edit", { patch: write("name", "city"), undoneBy: "undo" })
    const undoing = (...fields: string[]) =>
      knowing(edit, editEntry("undo", { patch: write(...fields), undoes: "edit" }))
    expect(nextUndo(edit, undoing("city"))).toEqual({ action: "undo", target: "edit" })
    expect(isUndone(edit, undoing("city"))).toBe(false)
    expect(isPartlyUndone(edit, undoing("city"))).toBe(true)
    expect(nextUndo(edit, undoing("city", "name"))).toEqual({ action: "redo", target: "undo" })
    expect(isPartlyUndone(edit, undoing("city", "name"))).toBe(false)
  })

  test.each<[string, Partial<ActivityEntry>, boolean]>([
    ["applied", {}, true],
    ["unknown and found applied", { outcome: "unknown", verdict: "applied" }, true],
    ["unknown and found changed", { outcome: "unknown", verdict: "changed" }, false],
    ["unknown and not read back yet", { outcome: "unknown" }, false],
    ["refused", { outcome: "refused", status: 409 }, false],
    ["not sent", { outcome: "not_sent" }, false],
    ["under way", { outcome: "intended" }, false],
  ])("exists for an edit that is %s: %o", (_, part, isSomething) => {
    expect(nextUndo(editEntry("1", part), nobody) !== undefined).toBe(isSomething)
  })
})

test("an edit that undoes an entry that is not loaded counts as an undo", () => {
  expect(kindOf(editEntry("2", { undoes: "1" }), nobody)).toBe("undo")
})

const { patch } = editEntry("1")
const bergen = { id: "1", name: "Bergen", city: "Bergen" }

/** The planned undo of a patch for the current department. */
function planUndoOf(text: string, current: Row | undefined) {
  const records = new Map(current && [["1", current]])
  return planChanges([{ id: "1", desire: undoOf(text) }], { records })[0]
}

describe("Undoing an edit", () => {
  test("restores the old value and keeps other fields", () => {
    expect(planUndoOf(patch, bergen)).toMatchObject({
      state: "ready",
      current: bergen,
      target: { ...bergen, name: "Oslo" },
    })
  })

  test("is not possible if the value has changed since", () => {
    expect(planUndoOf(patch, { ...bergen, name: "Bodø" })).toMatchObject({
      state: "conflict",
      changed: ["/name"],
    })
  })

  test("does nothing if the edit did not change the value", () => {
    const same = `[{"op":"test","path":"/name","value":"Oslo"},{"op":"replace","path":"/name","value":"Oslo"}]`
    expect(planUndoOf(same, { ...bergen, name: "Oslo" })).toMatchObject({ state: "unchanged" })
  })

  test.each([
    ["does not say what was there before", `[{"op":"replace","path":"/name","value":"Bergen"}]`],
    ["is no JSON", "["],
    ["is no patch", `{"op":"replace"}`],
  ])("is not possible if the patch %s", (_, text) => {
    expect(planUndoOf(text, bergen)).toMatchObject({ state: "refused", reason: "unguarded" })
  })

  test("is not possible if the department is gone", () => {
    expect(planUndoOf(patch, undefined)).toMatchObject({ state: "refused", reason: "gone" })
  })
})
