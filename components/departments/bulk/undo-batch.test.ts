import { describe, expect, test } from "vitest"
import type { Row } from "@/lib/catalogue"
import { printPatch } from "@/lib/json-patch"
import { editsOf, planChanges } from "../../edits/plan-changes"
import { editEntry } from "../../edits/testing/edit-entry"
import { undoChanges } from "./undo-batch"

const { patch } = editEntry("1")
const bergen = { id: "1", name: "Bergen", city: "Bergen" }

describe("Undoing a batch", () => {
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
  const records = new Map<string, Row>([
    ["1", bergen],
    ["2", { id: "2", name: "Bodø" }],
    ["3", { id: "3", name: "Bergen" }],
  ])

  test("plans the applied changes and sends guarded patches for those that can be undone", () => {
    const basis = { records }
    const items = planChanges(undoChanges(batch), basis)
    expect(items).toMatchObject([
      { id: "1", state: "ready" },
      { id: "2", state: "conflict" },
      { id: "4", state: "refused", reason: "gone" },
    ])
    expect(editsOf(items, basis)).toEqual([
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
