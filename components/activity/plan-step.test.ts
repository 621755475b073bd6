import { describe, expect, test } from "vitest"
import type { Row } from "@/lib/catalogue"
import { printPatch } from "@/lib/json-patch"
import { editsOf, planBatchUndo } from "./plan-batch-undo"
import { planStep } from "./plan-step"
import { editEntry } from "./testing/edit-entry"
import { findWriters } from "./use-step"

const { patch } = editEntry("1")
const bergen = { id: "1", name: "Bergen", city: "Bergen" }

describe("Taking an edit back", () => {
  test("sets the old value and leaves other fields alone", () => {
    expect(planStep(patch, bergen)).toEqual({
      state: "ready",
      current: bergen,
      target: { ...bergen, name: "Oslo" },
    })
  })

  test("is not possible where the value is another by now", () => {
    expect(planStep(patch, { ...bergen, name: "Bodø" })).toEqual({
      state: "changed",
      changed: ["/name"],
    })
  })

  test("has nothing to do where the edit has set what was there before", () => {
    const same = `[{"op":"test","path":"/name","value":"Oslo"},{"op":"replace","path":"/name","value":"Oslo"}]`
    expect(planStep(same, { ...bergen, name: "Oslo" })).toEqual({ state: "done" })
  })

  test.each([
    ["does not say what was there before", `[{"op":"replace","path":"/name","value":"Bergen"}]`],
    ["is no JSON", "["],
    ["is no patch", `{"op":"replace"}`],
  ])("is not possible where the patch %s", (_, text) => {
    expect(planStep(text, bergen)).toEqual({ state: "unguarded" })
  })

  test("is not possible where the department is gone", () => {
    expect(planStep(patch, undefined)).toEqual({ state: "gone" })
  })
})

describe("Who has changed a field since", () => {
  const write = (path: string) =>
    `[{"op":"test","path":"${path}","value":null},{"op":"replace","path":"${path}","value":1}]`
  const other = editEntry("4", { patch: write("/city") })
  const inside = editEntry("3", { patch: write("/phoneNumber/number"), personName: "Bo" })
  const refused = editEntry("2", { patch: write("/name"), outcome: "refused" })
  const whole = editEntry("1", { patch: write("/phoneNumber") })

  test("is who made the newest applied edit there, inside it or around it", () => {
    const found = findWriters(["/phoneNumber", "/name"], [other, inside, refused, whole])
    expect(found).toEqual([
      { pointer: "/phoneNumber", writer: inside },
      { pointer: "/name", writer: undefined },
    ])
    expect(findWriters(["/phoneNumber/number"], [whole])[0]?.writer).toBe(whole)
  })
})

describe("Taking a batch back", () => {
  const part = {
    patch,
    status: null,
    code: null,
    detail: null,
    editId: null,
    personId: "p",
    personName: null,
    verdict: null,
  }
  const batch = {
    items: [
      { ...part, recordId: "1", state: "applied" },
      { ...part, recordId: "2", state: "applied" },
      { ...part, recordId: "3", state: "refused" },
      { ...part, recordId: "4", state: "unknown", verdict: "applied" },
      { ...part, recordId: "5", state: "unknown", verdict: "changed" },
    ],
  } as const
  const current = new Map<string, Row>([
    ["1", bergen],
    ["2", { id: "2", name: "Bodø" }],
    ["3", { id: "3", name: "Bergen" }],
  ])

  test("is planned for what was applied, and sends a guarded patch for what can be set back", () => {
    const items = planBatchUndo(batch, current)
    expect(items.map(({ recordId, plan }) => [recordId, plan.state])).toEqual([
      ["1", "ready"],
      ["2", "changed"],
      ["4", "gone"],
    ])
    expect(editsOf(items)).toEqual([
      {
        recordId: "1",
        patch: printPatch([
          { op: "test", path: "/name", value: "Bergen" },
          { op: "replace", path: "/name", value: "Oslo" },
        ]),
      },
    ])
  })
})
