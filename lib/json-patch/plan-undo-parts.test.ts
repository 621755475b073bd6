import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { rounds } from "@/scripts/testing/rounds"
import {
  applyPatch,
  diffDocuments,
  equalJson,
  type JsonDocument,
  type JsonPatchOperation,
  planUndoParts,
} from "."

const replace = (path: string, value: unknown) => ({ op: "replace", path, value }) as const
const test_ = (path: string, value: unknown) => ({ op: "test", path, value }) as const
const patch = [
  test_("/city", "Oslo"),
  replace("/city", "Bergen"),
  test_("/manager", 1),
  replace("/manager", 2),
]

describe("Each field of an edit", () => {
  test("can be undone even if another one has changed since", () => {
    expect(planUndoParts(patch, { city: "Bodø", manager: 2 })).toEqual([
      { fields: ["city"], state: "changed" },
      { fields: ["manager"], state: "open", old: { manager: 1 } },
    ])
  })

  test("that is already undone is reported as undone", () => {
    expect(planUndoParts(patch, { city: "Oslo", manager: 2 })).toMatchObject([
      { state: "undone" },
      { state: "open" },
    ])
  })

  test("is evaluated separately under one test of the whole document", () => {
    const whole = [
      test_("", { city: "Oslo", manager: 1 }),
      replace("/city", "B"),
      replace("/manager", 2),
    ]
    expect(planUndoParts(whole, { city: "B", manager: 3 })).toEqual([
      { fields: ["city"], state: "open", old: { city: "Oslo" } },
      { fields: ["manager"], state: "changed" },
    ])
  })

  test("that a move connects with another one is undone with it", () => {
    const moved: readonly JsonPatchOperation[] = [
      test_("/a", 1),
      test_("/b", 2),
      { op: "move", from: "/a", path: "/b" },
      test_("/c", 3),
      replace("/c", 4),
    ]
    expect(planUndoParts(moved, { a: null, b: 1, c: 4 })).toEqual([
      { fields: ["a", "b"], state: "open", old: { a: 1, b: 2 } },
      { fields: ["c"], state: "open", old: { c: 3 } },
    ])
  })

  test("without a known old value cannot be undone, nor can a write of the whole document", () => {
    expect(planUndoParts([replace("/city", "B")], { city: "B" })).toEqual([
      { fields: ["city"], state: "unguarded" },
    ])
    expect(planUndoParts([test_("", {}), replace("", { a: 1 })], { a: 1 })).toEqual([])
  })
})

const fields = ["a", "b", "c", "d"] as const
/**
 * Values that are written whole. Lists are left out, because a patch may write a single element.
 */
const values = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(null, "x", "y"))
const edits = fc.record({
  kind: fc.constant("edit" as const),
  values: fc.dictionary(fc.constantFrom(...fields), values, { minKeys: 1 }),
})
const undos = fc.record({
  kind: fc.constant("undo" as const),
  edit: fc.nat(),
  chosen: fc.subarray([...fields], { minLength: 1 }),
})

/** The model: the document before and after each edit. */
interface Edit {
  readonly patch: readonly JsonPatchOperation[]
  readonly before: JsonDocument
  readonly after: JsonDocument
}

const runs = rounds({ test: 200, deep: 5000 })

test(`${runs} random sequences of edits and undos of single fields match a model of old and new values`, () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(edits, undos), { minLength: 2, maxLength: 20 }), (steps) => {
      let now: JsonDocument = { a: 0, b: null, c: "x", d: "y" }
      const log: Edit[] = []
      const make = (after: JsonDocument) => {
        const patch = diffDocuments(now, after)
        const outcome = applyPatch(now, patch)
        if (!outcome.ok) throw new Error("The patch does not apply.")
        if (patch.length > 0) log.push({ patch, before: now, after })
        now = outcome.document as JsonDocument
      }
      for (const step of steps) {
        if (step.kind === "edit") {
          make({ ...now, ...step.values })
          continue
        }
        const edit = log[step.edit % Math.max(log.length, 1)]
        if (!edit) continue
        const changed = fields.filter((field) => !equalJson(edit.before[field], edit.after[field]))
        const parts = planUndoParts(edit.patch, now)
        expect(parts.map((part) => part.fields)).toEqual(changed.map((field) => [field]))
        for (const part of parts) {
          const [field = ""] = part.fields
          const is = (document: JsonDocument) => equalJson(now[field], document[field])
          const model = is(edit.after) ? "open" : is(edit.before) ? "undone" : "changed"
          expect(part.state).toBe(model)
          if (part.state === "open") expect(part.old).toEqual({ [field]: edit.before[field] })
        }
        const chosen = parts.filter(
          ({ state, fields: [field] }) =>
            state === "open" && step.chosen.some((each) => each === field),
        )
        make(Object.assign({}, now, ...chosen.map((part) => ("old" in part ? part.old : {}))))
      }
    }),
    { numRuns: runs },
  )
})
