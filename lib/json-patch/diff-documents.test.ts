import fc from "fast-check"
import { expect, test } from "vitest"
import {
  catalogue,
  checkDepartment,
  departmentSchemas,
  fixedDepartmentFields,
} from "@/lib/catalogue"
import { rounds } from "@/scripts/testing/rounds"
import { patchLimit } from "../catalogue"
import {
  applyPatch,
  diffDocuments,
  documentLimit,
  equalJson,
  type JsonDocument,
  type JsonPatchOperation,
  parsePointer,
  planUndo,
  printPatch,
  printPointer,
} from "."
import { listFields, readField } from "./json-object"
import { departmentPairs, documentPairs } from "./testing/random-departments"
import { isPosition, isWithin } from "./written-pointers"

type Pair = readonly [before: JsonDocument, after: JsonDocument]
type Case = readonly [title: string, before: JsonDocument, after: JsonDocument, patch: object[]]

const test_ = (path: string, value: unknown) => ({ op: "test", path, value })
const add = (path: string, value: unknown) => ({ op: "add", path, value })
const replace = (path: string, value: unknown) => ({ op: "replace", path, value })
const remove = (path: string) => ({ op: "remove", path })

const nb = { culture: "nb", description: "Butikk" }
const en = { culture: "en", description: null }

const cases: readonly Case[] = [
  ["nothing", { name: "Oslo", locales: [nb] }, { name: "Oslo", locales: [nb] }, []],
  ["the order of members", { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, []],
  ["null for what is missing", { a: null }, {}, []],
  ["what is missing for null", {}, { a: null }, []],
  ["a text", { a: "x" }, { a: "y" }, [test_("/a", "x"), replace("/a", "y")]],
  ["null", { a: "x" }, { a: null }, [test_("/a", "x"), replace("/a", null)]],
  ["nothing any more", { a: "x" }, {}, [test_("/a", "x"), replace("/a", null)]],
  ["a field that was missing", { b: 1 }, { b: 1, a: 2 }, [test_("", { b: 1 }), add("/a", 2)]],
  [
    "two fields, each with its own test",
    { a: 1, b: 1, c: 1 },
    { a: 2, b: 1, c: 2 },
    [test_("/a", 1), replace("/a", 2), test_("/c", 1), replace("/c", 2)],
  ],
  [
    "a name with slash and tilde",
    { "a/b": { "~": 1, x: 2 } },
    { "a/b": { "~": 2, x: 2 } },
    [test_("/a~1b/~0", 1), replace("/a~1b/~0", 2)],
  ],
  [
    "one member of an object",
    { p: { c: 45, n: "1" } },
    { p: { c: 45, n: "2" } },
    [test_("/p/n", "1"), replace("/p/n", "2")],
  ],
  [
    "two members of an object",
    { p: { c: 45, n: "1" } },
    { p: { c: 46, n: "2" } },
    [test_("/p", { c: 45, n: "1" }), replace("/p", { c: 46, n: "2" })],
  ],
  [
    "a member more",
    { p: { c: 45 } },
    { p: { c: 45, n: "2" } },
    [test_("/p", { c: 45 }), add("/p/n", "2")],
  ],
  [
    "a member less",
    { p: { c: 45, n: "2" } },
    { p: { c: 45 } },
    [test_("/p", { c: 45, n: "2" }), remove("/p/n")],
  ],
  ["an object for null", { p: null }, { p: {} }, [test_("/p", null), replace("/p", {})]],
  ["one element", { l: ["a", "b"] }, { l: ["a", "c"] }, [test_("/l/1", "b"), replace("/l/1", "c")]],
  [
    "two elements",
    { l: ["a", "b", "c"] },
    { l: ["x", "b", "y"] },
    [test_("/l", ["a", "b", "c"]), replace("/l", ["x", "b", "y"])],
  ],
  [
    "an element in front",
    { l: ["a", "b"] },
    { l: ["x", "a", "b"] },
    [test_("/l", ["a", "b"]), add("/l/0", "x")],
  ],
  ["an element behind", { l: ["a"] }, { l: ["a", "b"] }, [test_("/l", ["a"]), add("/l/1", "b")]],
  ["a first element", { l: [] }, { l: ["a"] }, [test_("/l", []), add("/l/0", "a")]],
  [
    "an element less",
    { l: ["a", "b", "c"] },
    { l: ["a", "c"] },
    [test_("/l", ["a", "b", "c"]), remove("/l/1")],
  ],
  [
    "one member of an element, guarded by the element",
    { l: [nb, en] },
    { l: [nb, { ...en, description: "Shop" }] },
    [test_("/l/1", en), replace("/l/1/description", "Shop")],
  ],
  [
    "one element of an array in an element, guarded by the outer one",
    { l: [{ m: [1, 2] }] },
    { l: [{ m: [1] }] },
    [test_("/l/0", { m: [1, 2] }), remove("/l/0/m/1")],
  ],
  [
    "what lies under a name that no patch may touch",
    { a: { constructor: { b: 1, c: 1 } } },
    { a: { constructor: { b: 2, c: 1 } } },
    [test_("/a", { constructor: { b: 1, c: 1 } }), replace("/a", { constructor: { b: 2, c: 1 } })],
  ],
  [
    "what is cheaper to name whole",
    { a: { "~~~~~~": 1 } },
    { a: { "~~~~~~": 2 } },
    [test_("/a", { "~~~~~~": 1 }), replace("/a", { "~~~~~~": 2 })],
  ],
]

// rules: Department PATCH (RFC 6902) 10
test.each(cases)("the patch is the shortest guarded one: %s", (_, before, after, patch) => {
  expect(diffDocuments(before, after)).toEqual(patch)
})

const fieldsOf = (count: number, value: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]))

test("if the tests do not fit into a patch, one test of the whole document replaces them", () => {
  const some = diffDocuments(fieldsOf(25, 1), fieldsOf(25, 2))
  expect(some).toHaveLength(patchLimit)
  const [before, after] = [fieldsOf(26, 1), fieldsOf(26, 2)]
  const patch = diffDocuments(before, after)
  expect([patch.length, patch[0]]).toEqual([27, test_("", before)])
  expect(applyPatch(before, patch)).toEqual({ ok: true, document: after })
  expect(applyPatch({ ...before, f3: 7 }, patch)).toMatchObject({ error: { code: "test_failed" } })
})

test("operations that shrink the document come first if it would exceed its limit in between", () => {
  const text = "x".repeat(documentLimit * 0.6)
  const [before, after] = [
    { short: "", long: text },
    { short: text, long: "" },
  ]
  expect(applyPatch(before, diffDocuments(before, after))).toEqual({ ok: true, document: after })
})

const writesOf = (patch: readonly JsonPatchOperation[]) => patch.filter(({ op }) => op !== "test")

const guards = (test: JsonPatchOperation, { op, path }: JsonPatchOperation) =>
  test.op === "test" &&
  isWithin(path, test.path) &&
  (op === "replace" || !isPosition(path) || test.path !== path)

const isGuarded = (patch: readonly JsonPatchOperation[]) =>
  patch.every(
    (write, index) =>
      write.op === "test" || patch.slice(0, index).some((test) => guards(test, write)),
  )

/** Treats missing fields and null as equal. */
const equalDocuments = (one: unknown, other: unknown) => {
  const [a, b] = [one as JsonDocument, other as JsonDocument]
  return listFields(a, b).every((name) => equalJson(readField(a, name), readField(b, name)))
}

/** Applies the patch, or throws with its error. */
function patched(document: JsonDocument, patch: readonly JsonPatchOperation[]): JsonDocument {
  const outcome = applyPatch(document, patch)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return outcome.document as JsonDocument
}

const changedFields = ([before, after]: Pair) =>
  listFields(before, after).filter(
    (name) => !equalJson(readField(before, name), readField(after, name)),
  )

/** The same change without shortening: each field is tested and replaced whole. */
const spellOut = ([before, after]: Pair, changed: readonly string[]): JsonPatchOperation[] =>
  changed.flatMap((name) => {
    const path = printPointer([name])
    return [
      { op: "test", path, value: readField(before, name) },
      { op: "replace", path, value: readField(after, name) },
    ]
  })

/** Asserts at less cost than `expect`. */
function must(holds: boolean, message: string): void {
  if (!holds) throw new Error(`It does not hold that ${message}.`)
}

function checkPatch(pair: Pair): JsonPatchOperation[] {
  const [before, after] = pair
  const patch = diffDocuments(before, after)
  const changed = changedFields(pair)
  const written = writesOf(patch).map(({ path }) => parsePointer(path)?.[0])
  const max = Math.min(2 * changed.length, patchLimit)
  const isWhole = patch[0]?.path === ""
  must(equalDocuments(patched(before, patch), after), "the patch makes the second of the first")
  must(isGuarded(patch), "each write is tested for")
  must(patch.length <= max, "there is one test and one write at most for each field")
  must(equalJson(written, changed), "each field that differs is written once and no other")
  must(
    isWhole || printPatch(patch).length <= printPatch(spellOut(pair, changed)).length,
    "nothing is said at more length than needed",
  )
  return patch
}

/** Checks that without this operation the result differs or a write lacks its test. */
function checkIsNeeded(patch: readonly JsonPatchOperation[], index: number, [before, after]: Pair) {
  const rest = patch.toSpliced(index, 1)
  if (patch[index]?.op === "test") must(!isGuarded(rest), "the test is needed")
  else must(!equalDocuments(patched(before, rest), after), "the write is needed")
}

/** Checks that another person's value at the operation's path is not overwritten. */
function checkOverwritesNobody(
  patch: readonly JsonPatchOperation[],
  index: number,
  before: JsonDocument,
) {
  const { op, path } = patch[index] ?? { op: "add", path: "" }
  if (op === "add" || op === "remove" || path === "") return
  const theirs = patched(before, [{ op: "replace", path, value: { somebody: "else" } }])
  const said = JSON.stringify(theirs)
  expect(applyPatch(theirs, patch)).toMatchObject({ error: { code: "test_failed" } })
  expect(JSON.stringify(theirs)).toBe(said)
}

/**
 * Checks that another person's change of another field is kept, or fails a test of the whole
 * document.
 */
function checkKeepsOthers(patch: readonly JsonPatchOperation[], [before, after]: Pair) {
  const untouched = Object.keys(before).find((name) => equalJson(before[name], after[name]))
  if (untouched === undefined || patch.length === 0) return
  const theirs = { [untouched]: "a colleague's" }
  const outcome = applyPatch({ ...before, ...theirs }, patch)
  if (patch[0]?.path === "") expect(outcome).toMatchObject({ error: { code: "test_failed" } })
  else expect(outcome.ok && equalJson(outcome.document, { ...after, ...theirs })).toBe(true)
}

const targetOf = (patch: readonly JsonPatchOperation[], current: JsonDocument): JsonDocument => {
  const plan = planUndo(patch, current)
  if (!plan.ok) throw new Error(plan.reason)
  return plan.target
}

/**
 * Checks that undo restores the old values and redo the new ones, with fields that others set
 * since.
 */
function checkUndo(patch: readonly JsonPatchOperation[], [before, after]: Pair, since: object) {
  const current = { ...after, ...since }
  const undo = diffDocuments(current, targetOf(patch, current))
  const undone = patched(current, undo)
  must(equalDocuments(undone, { ...before, ...since }), "undo brings back what was there")
  const redo = diffDocuments(undone, targetOf(undo, undone))
  must(equalDocuments(patched(undone, redo), current), "redo makes it again")
}

const schemas = departmentSchemas(catalogue)
const problemsOf = (department: JsonDocument) =>
  checkDepartment(
    schemas,
    Object.fromEntries(
      Object.entries(department).filter(([name]) => !fixedDepartmentFields.includes(name)),
    ),
  ).problems

test("the random departments of the following tests are valid", () => {
  fc.assert(
    fc.property(departmentPairs, ([before, after]) => {
      expect([problemsOf(before), problemsOf(after)]).toEqual([[], []])
    }),
    { numRuns: 300 },
  )
})

const everyIndex = fc.nat({ max: 10_000 })

// rules: Department PATCH (RFC 6902) 10
test("for random pairs of departments, the patch turns one into the other, guarded and minimal", () => {
  fc.assert(
    fc.property(departmentPairs, everyIndex, (pair, number) => {
      const patch = checkPatch(pair)
      if (patch.length > 0) checkIsNeeded(patch, number % patch.length, pair)
    }),
    { numRuns: rounds({ test: 200, deep: 10_000 }) },
  )
})

// rules: Department PATCH (RFC 6902) 10
test("a patch does not overwrite concurrent changes of its fields and keeps those of other fields", () => {
  fc.assert(
    fc.property(departmentPairs, everyIndex, (pair, number) => {
      const patch = diffDocuments(...pair)
      if (patch.length === 0) return
      checkOverwritesNobody(patch, number % patch.length, pair[0])
      checkKeepsOthers(patch, pair)
    }),
    { numRuns: rounds({ test: 200, deep: 1000 }) },
  )
})

// rules: Department PATCH (RFC 6902) 10
test("a patch can be undone and redone, even if other fields have changed since", () => {
  const since = { lastModifiedDateTime: "2026-01-03T08:00:00Z" }
  fc.assert(
    fc.property(departmentPairs, (pair) => checkUndo(diffDocuments(...pair), pair, since)),
    { numRuns: rounds({ test: 200, deep: 1000 }) },
  )
})

test("the same is true of documents of any shape, with awkward names and fields that only one has", () => {
  fc.assert(
    fc.property(documentPairs, (pair) => {
      const patch = checkPatch(pair)
      for (const index of patch.keys()) checkIsNeeded(patch, index, pair)
      checkUndo(patch, pair, {})
    }),
    { numRuns: rounds({ test: 200, deep: 500 }) },
  )
})
