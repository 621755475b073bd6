import { describe, expect, test } from "vitest"
import { patchLimit } from "../catalogue"
import { applyPatch, documentLimit, type PatchOutcome } from "./apply-patch"

type Case = readonly [title: string, document: unknown, patch: unknown, result: unknown]
type Refusal = readonly [title: string, document: unknown, patch: unknown, path: string]

/** Applies a patch and checks that neither the document nor the patch is changed. */
function apply(document: unknown, patch: unknown): PatchOutcome {
  const before = JSON.stringify([document, patch])
  const outcome = applyPatch(document, patch)
  expect(JSON.stringify([document, patch])).toBe(before)
  return outcome
}

const add = (path: string, value: unknown) => ({ op: "add", path, value })
const remove = (path: string) => ({ op: "remove", path })
const replace = (path: string, value: unknown) => ({ op: "replace", path, value })
const move = (from: string, path: string) => ({ op: "move", from, path })
const copy = (from: string, path: string) => ({ op: "copy", from, path })
const test_ = (path: string, value: unknown) => ({ op: "test", path, value })

/** Names that need escapes or look like something else. */
const awkward = {
  "": 0,
  " ": 1,
  "a/b": 2,
  "m~n": 3,
  "~1": 4,
  "c%d": 5,
  "e^f": 6,
  "g|h": 7,
  "i\\j": 8,
  'k"l': 9,
  "-": 10,
  "01": 11,
  toString: 12,
  hasOwnProperty: 13,
  ø: 14,
}

const pointerTo = (name: string) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`

const applied: readonly Case[] = [
  ["an empty patch", { a: 1 }, [], { a: 1 }],
  ["an empty patch on a list", [1], [], [1]],
  ["an empty patch on a text", "a", [], "a"],
  ["an empty patch on null", null, [], null],

  ["add: a member", { a: 1 }, [add("/b", 2)], { a: 1, b: 2 }],
  ["add: a member of an empty object", {}, [add("/a", "x")], { a: "x" }],
  ["add: over a member that is there", { a: 1 }, [add("/a", [2])], { a: [2] }],
  ["add: null", {}, [add("/a", null)], { a: null }],
  ["add: false", {}, [add("/a", false)], { a: false }],
  ["add: an object inside an object", { a: {} }, [add("/a/b", { c: [] })], { a: { b: { c: [] } } }],
  ["add: under the empty name", {}, [add("/", 1)], { "": 1 }],
  ["add: under two empty names", { "": {} }, [add("//", 1)], { "": { "": 1 } }],
  ["add: under a number in an object", {}, [add("/0", 1)], { 0: 1 }],
  ["add: under a minus in an object", {}, [add("/-", 1)], { "-": 1 }],
  ["add: under a leading zero in an object", {}, [add("/007", 1)], { "007": 1 }],
  ["add: under a name that objects inherit", {}, [add("/toString", 1)], { toString: 1 }],
  ["add: under a slash", {}, [add("/a~1b", 1)], { "a/b": 1 }],
  ["add: under a tilde", {}, [add("/a~0b", 1)], { "a~b": 1 }],
  ["add: under an escaped escape", {}, [add("/~01", 1)], { "~1": 1 }],
  ["add: at the start of an array", ["b"], [add("/0", "a")], ["a", "b"]],
  ["add: inside an array", ["a", "c"], [add("/1", "b")], ["a", "b", "c"]],
  ["add: at an array's length", ["a"], [add("/1", "b")], ["a", "b"]],
  ["add: behind the end", ["a"], [add("/-", "b")], ["a", "b"]],
  ["add: behind the end of an empty array", [], [add("/-", 1)], [1]],
  ["add: at 0 of an empty array", [], [add("/0", 1)], [1]],
  ["add: an array as one element", [1], [add("/-", [2, 3])], [1, [2, 3]]],
  ["add: into an array in an array", [[1]], [add("/0/-", 2)], [[1, 2]]],
  [
    "add: at index 10",
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [add("/10", 10)],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  ],
  ["add: the whole document", { a: 1 }, [add("", [2])], [2]],
  ["add: the whole document as null", { a: 1 }, [add("", null)], null],
  ["add: below what was added before", {}, [add("/a", {}), add("/a/b", 1)], { a: { b: 1 } }],

  ["remove: a member", { a: 1, b: 2 }, [remove("/a")], { b: 2 }],
  ["remove: the last member", { a: 1 }, [remove("/a")], {}],
  ["remove: a member that is null", { a: null }, [remove("/a")], {}],
  ["remove: a member that is false", { a: false }, [remove("/a")], {}],
  ["remove: a nested member", { a: { b: 1, c: 2 } }, [remove("/a/b")], { a: { c: 2 } }],
  ["remove: the first element", ["a", "b"], [remove("/0")], ["b"]],
  ["remove: the middle element", ["a", "b", "c"], [remove("/1")], ["a", "c"]],
  ["remove: the last element", ["a", "b"], [remove("/1")], ["a"]],
  ["remove: an element that is null", [null], [remove("/0")], []],
  ["remove: twice at one index", ["a", "b", "c"], [remove("/0"), remove("/0")], ["c"]],
  ["remove: under the empty name", { "": 1, a: 2 }, [remove("/")], { a: 2 }],
  ["remove: the whole document", { a: 1 }, [remove("")], null],

  ["replace: a member", { a: 1 }, [replace("/a", 2)], { a: 2 }],
  ["replace: by another type", { a: 1 }, [replace("/a", { b: [] })], { a: { b: [] } }],
  ["replace: by null", { a: 1 }, [replace("/a", null)], { a: null }],
  ["replace: null", { a: null }, [replace("/a", 0)], { a: 0 }],
  ["replace: an element", ["a", "b"], [replace("/1", "c")], ["a", "c"]],
  ["replace: a nested element", { a: [{ b: 1 }] }, [replace("/a/0/b", 2)], { a: [{ b: 2 }] }],
  ["replace: the whole document", { a: 1 }, [replace("", "b")], "b"],
  ["replace: a document that is null", null, [replace("", {})], {}],
  ["replace: equals remove and add", { a: 1, b: 2 }, [remove("/a"), add("/a", 3)], { a: 3, b: 2 }],

  ["move: to a new name", { a: 1 }, [move("/a", "/b")], { b: 1 }],
  ["move: over another member", { a: 1, b: 2 }, [move("/a", "/b")], { b: 1 }],
  [
    "move: into another object",
    { a: { x: 1 }, b: {} },
    [move("/a/x", "/b/x")],
    { a: {}, b: { x: 1 } },
  ],
  ["move: out of an object", { a: { b: 1 } }, [move("/a/b", "/b")], { a: {}, b: 1 }],
  ["move: a child over its parent", { a: { b: 1 } }, [move("/a/b", "/a")], { a: 1 }],
  ["move: up in an array", ["a", "b", "c"], [move("/0", "/2")], ["b", "c", "a"]],
  ["move: down in an array", ["a", "b", "c"], [move("/2", "/0")], ["c", "a", "b"]],
  ["move: behind the end", ["a", "b", "c"], [move("/0", "/-")], ["b", "c", "a"]],
  ["move: between arrays", { a: [1, 2], b: [3] }, [move("/a/0", "/b/1")], { a: [2], b: [3, 1] }],
  ["move: onto itself", { a: 1 }, [move("/a", "/a")], { a: 1 }],
  ["move: an element onto itself", [1, 2], [move("/1", "/1")], [1, 2]],
  ["move: a member over the document", { a: { b: 1 } }, [move("/a", "")], { b: 1 }],
  ["move: null", { a: null }, [move("/a", "/b")], { b: null }],
  ["move: beside a name that it begins", { a: 1, ab: {} }, [move("/a", "/ab/c")], { ab: { c: 1 } }],
  ["move: the index counts after the removal", [{}, 1], [move("/1", "/0/x")], [{ x: 1 }]],

  ["copy: to a new name", { a: 1 }, [copy("/a", "/b")], { a: 1, b: 1 }],
  ["copy: over another member", { a: 1, b: 2 }, [copy("/a", "/b")], { a: 1, b: 1 }],
  ["copy: an element behind the end", [1, 2], [copy("/0", "/-")], [1, 2, 1]],
  ["copy: an element in front of itself", [1, 2], [copy("/1", "/0")], [2, 1, 2]],
  ["copy: into its own child", { a: { b: 1 } }, [copy("/a", "/a/c")], { a: { b: 1, c: { b: 1 } } }],
  ["copy: onto itself", { a: [1] }, [copy("/a", "/a")], { a: [1] }],
  ["copy: a member over the document", { a: [1] }, [copy("/a", "")], [1]],
  ["copy: the document into itself", { a: 1 }, [copy("", "/b")], { a: 1, b: { a: 1 } }],
  ["copy: null", { a: null }, [copy("/a", "/b")], { a: null, b: null }],
  [
    "copy: the copy is no alias",
    { a: [1] },
    [copy("/a", "/b"), add("/b/-", 2)],
    { a: [1], b: [1, 2] },
  ],
  [
    "copy: the source is no alias",
    { a: [1] },
    [copy("/a", "/b"), add("/a/-", 2)],
    { a: [1, 2], b: [1] },
  ],

  ["test: a text", { a: "x" }, [test_("/a", "x")], { a: "x" }],
  ["test: the empty text", { a: "" }, [test_("/a", "")], { a: "" }],
  ["test: null", { a: null }, [test_("/a", null)], { a: null }],
  ["test: true", { a: true }, [test_("/a", true)], { a: true }],
  [
    "test: numbers by their value",
    { a: 1 },
    JSON.parse('[{"op":"test","path":"/a","value":1.0}]'),
    { a: 1 },
  ],
  [
    "test: numbers with an exponent",
    { a: 100 },
    JSON.parse('[{"op":"test","path":"/a","value":1e2}]'),
    { a: 100 },
  ],
  ["test: zero and minus zero", { a: 0 }, [test_("/a", -0)], { a: 0 }],
  ["test: a fraction", { a: 0.5 }, [test_("/a", 0.5)], { a: 0.5 }],
  ["test: an array", { a: [1, [2]] }, [test_("/a", [1, [2]])], { a: [1, [2]] }],
  ["test: an empty array", [], [test_("", [])], []],
  [
    "test: an object in any order",
    { a: { b: 1, c: 2 } },
    [test_("/a", { c: 2, b: 1 })],
    { a: { b: 1, c: 2 } },
  ],
  [
    "test: objects in any order, nested",
    [{ a: { b: 1, c: [{ d: 1, e: 2 }] } }],
    [test_("/0", { a: { c: [{ e: 2, d: 1 }], b: 1 } })],
    [{ a: { b: 1, c: [{ d: 1, e: 2 }] } }],
  ],
  ["test: the whole document", { a: 1 }, [test_("", { a: 1 })], { a: 1 }],
  ["test: a document that is a text", "a", [test_("", "a")], "a"],
  ["test: an element", ["a", "b"], [test_("/1", "b")], ["a", "b"]],
  [
    "test: an escaped text is the same text",
    { a: "æ" },
    JSON.parse('[{"op":"test","path":"/a","value":"\\u00e6"}]'),
    { a: "æ" },
  ],
  [
    "test: an object that has a member hasOwnProperty",
    { a: { hasOwnProperty: 1 } },
    [test_("/a", { hasOwnProperty: 1 })],
    { a: { hasOwnProperty: 1 } },
  ],
  ["test: what an operation before it has done", {}, [add("/a", 1), test_("/a", 1)], { a: 1 }],
  ...Object.entries(awkward).map(
    ([name, value]): Case => [
      `test: the name ${JSON.stringify(name)}`,
      awkward,
      [test_(pointerTo(name), value)],
      awkward,
    ],
  ),

  [
    "members that nobody knows are ignored",
    {},
    [{ op: "add", path: "/a", value: 1, from: 7, extra: {} }],
    { a: 1 },
  ],
  ["a value is ignored where none belongs", { a: 1 }, [{ op: "remove", path: "/a", value: 2 }], {}],
  ["members may come in any order", {}, [{ value: 1, path: "/a", op: "add" }], { a: 1 }],
  [
    "operations apply in order",
    { a: 1 },
    [copy("/a", "/b"), replace("/a", 2), move("/b", "/c")],
    { a: 2, c: 1 },
  ],
  [
    "a value may hold any name",
    {},
    [add("/a", { constructor: 1, prototype: 2 })],
    { a: { constructor: 1, prototype: 2 } },
  ],
]

const inapplicable: readonly Refusal[] = [
  ["add: below nothing", {}, [add("/a/b", 1)], "/a/b"],
  ["add: below nothing, deeper", { a: {} }, [add("/a/b/c", 1)], "/a/b/c"],
  ["add: below a text", { a: "x" }, [add("/a/b", 1)], "/a/b"],
  ["add: below a number", { a: 1 }, [add("/a/0", 1)], "/a/0"],
  ["add: below null", { a: null }, [add("/a/b", 1)], "/a/b"],
  ["add: below the index of a text", { a: "xyz" }, [add("/a/0/b", 1)], "/a/0/b"],
  ["add: beyond an array's length", [1], [add("/2", 3)], "/2"],
  ["add: beyond an empty array", [], [add("/1", 3)], "/1"],
  ["add: at an index that is no 32-bit number", [1], [add("/4294967296", 3)], "/4294967296"],
  ["add: at an index with a leading zero", [1, 2], [add("/01", 3)], "/01"],
  ["add: at the index 00", [1], [add("/00", 3)], "/00"],
  ["add: at a negative index", [1], [add("/-1", 3)], "/-1"],
  ["add: at a fraction", [1], [add("/0.5", 3)], "/0.5"],
  ["add: at an exponent", [1, 2], [add("/1e0", 3)], "/1e0"],
  ["add: at a hexadecimal index", [1, 2], [add("/0x1", 3)], "/0x1"],
  ["add: at an index with a plus", [1], [add("/+1", 3)], "/+1"],
  ["add: at an empty index", [1], [add("/", 3)], "/"],
  ["add: at an index with a space", [1], [add("/ 1", 3)], "/ 1"],
  ["add: at a name in an array", [1], [add("/length", 3)], "/length"],
  ["add: below the place behind the end", [{}], [add("/-/a", 3)], "/-/a"],
  ["add: below a name that objects inherit", {}, [add("/toString/a", 1)], "/toString/a"],
  ["add: into a document that is a text", "a", [add("/a", 1)], "/a"],
  ["add: into a document that is null", null, [add("/a", 1)], "/a"],

  ["remove: what is not there", { a: 1 }, [remove("/b")], "/b"],
  ["remove: what was removed before", { a: 1 }, [remove("/a"), remove("/a")], "/a"],
  ["remove: below nothing", {}, [remove("/a/b")], "/a/b"],
  ["remove: beyond an array", [1], [remove("/1")], "/1"],
  ["remove: behind the end", [1], [remove("/-")], "/-"],
  ["remove: at an index with a leading zero", [1, 2], [remove("/01")], "/01"],
  ["remove: a name that objects inherit", {}, [remove("/toString")], "/toString"],
  ["remove: an array's length", [1], [remove("/length")], "/length"],

  ["replace: what is not there", { a: 1 }, [replace("/b", 2)], "/b"],
  ["replace: in another letter case", { a: 1 }, [replace("/A", 2)], "/A"],
  ["replace: below nothing", {}, [replace("/a/b", 2)], "/a/b"],
  ["replace: an array's length", [1], [replace("/1", 2)], "/1"],
  ["replace: behind the end", [1], [replace("/-", 2)], "/-"],
  ["replace: at an index with a leading zero", [1], [replace("/00", 2)], "/00"],
  ["replace: a name that objects inherit", {}, [replace("/valueOf", 2)], "/valueOf"],

  ["move: what is not there", { a: 1 }, [move("/b", "/c")], "/b"],
  ["move: what is not there onto itself", {}, [move("/b", "/b")], "/b"],
  ["move: into its own child", { a: { b: {} } }, [move("/a", "/a/b")], "/a/b"],
  ["move: into its own grandchild", { a: { b: {} } }, [move("/a", "/a/b/c")], "/a/b/c"],
  ["move: the document into itself", { a: 1 }, [move("", "/a")], "/a"],
  ["move: beyond what is left of the array", [1, 2], [move("/0", "/2")], "/2"],
  ["move: to below nothing", { a: 1 }, [move("/a", "/b/c")], "/b/c"],
  ["move: from behind the end", [1], [move("/-", "/0")], "/-"],
  ["move: from an index with a leading zero", [1, 2], [move("/01", "/0")], "/01"],

  ["copy: what is not there", { a: 1 }, [copy("/b", "/c")], "/b"],
  ["copy: to below nothing", { a: 1 }, [copy("/a", "/b/c")], "/b/c"],
  ["copy: beyond an array", [1], [copy("/0", "/2")], "/2"],
  ["copy: from behind the end", [1], [copy("/-", "/0")], "/-"],
  ["copy: a name that objects inherit", {}, [copy("/toString", "/a")], "/toString"],

  ["test: at an index with a leading zero", ["a", "b"], [test_("/01", "b")], "/01"],
  ["test: at the index 00", ["a"], [test_("/00", "a")], "/00"],
  ["test: at an exponent", ["a", "b"], [test_("/1e0", "b")], "/1e0"],
]

const failing: readonly Refusal[] = [
  ["another text", { a: "x" }, [test_("/a", "y")], "/a"],
  ["another letter case", { a: "x" }, [test_("/a", "X")], "/a"],
  ["another composition of a letter", { a: "é" }, [test_("/a", "e\u0301")], "/a"],
  ["a text for a number", { a: 1 }, [test_("/a", "1")], "/a"],
  ["a number for a boolean", { a: true }, [test_("/a", 1)], "/a"],
  ["false for null", { a: null }, [test_("/a", false)], "/a"],
  ["an empty object for null", { a: null }, [test_("/a", {})], "/a"],
  ["an empty array for an empty object", { a: {} }, [test_("/a", [])], "/a"],
  ["an object for an array", { a: ["x"] }, [test_("/a", { 0: "x" })], "/a"],
  ["an array in another order", { a: [1, 2] }, [test_("/a", [2, 1])], "/a"],
  ["a shorter array", { a: [1, 2] }, [test_("/a", [1])], "/a"],
  ["an object with a member less", { a: { b: 1, c: 2 } }, [test_("/a", { b: 1 })], "/a"],
  ["an object with a member more", { a: { b: 1 } }, [test_("/a", { b: 1, c: 2 })], "/a"],
  ["an object with another name", { a: { b: null } }, [test_("/a", { c: null })], "/a"],
  ["a member that is inherited only", { a: { b: 1 } }, [test_("/a", { toString: 1 })], "/a"],
  ["what is not there", {}, [test_("/a", 1)], "/a"],
  ["null for what is not there", {}, [test_("/a", null)], "/a"],
  ["what is below nothing", {}, [test_("/a/b", 1)], "/a/b"],
  ["what is beyond an array", [1], [test_("/1", 1)], "/1"],
  ["what is behind the end", [1], [test_("/-", 1)], "/-"],
  ["another document", { a: 1 }, [test_("", { a: 2 })], ""],
  ["what was replaced before", { a: 1 }, [replace("/a", 2), test_("/a", 1)], "/a"],
]

const deep = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`) as unknown

const malformed: readonly (readonly [title: string, patch: unknown, indexes: number[]])[] = [
  ["an object", { op: "add", path: "/a", value: 1 }, [0]],
  ["a text", "[]", [0]],
  ["null", null, [0]],
  ["nothing", undefined, [0]],
  ["an operation that is null", [null], [0]],
  ["an operation that is a text", ["add"], [0]],
  ["an operation that is an array", [["add", "/a", 1]], [0]],
  ["no op", [{ path: "/a", value: 1 }], [0]],
  ["an op that nobody knows", [{ op: "spam", path: "/a", value: 1 }], [0]],
  ["an op in another letter case", [{ op: "Add", path: "/a", value: 1 }], [0]],
  ["an op that is inherited", [{ op: "toString", path: "/a", value: 1 }], [0]],
  ["an op of the package's own", [{ op: "_get", path: "/a", value: 1 }], [0]],
  ["an op that is no text", [{ op: 1, path: "/a", value: 1 }], [0]],
  ["no path", [{ op: "add", value: 1 }], [0]],
  ["a path that is null", [{ op: "add", path: null, value: 1 }], [0]],
  ["a path that is an array", [{ op: "add", path: ["a"], value: 1 }], [0]],
  ["a path without its slash", [add("a", 1)], [0]],
  ["a path as a URI fragment", [add("#/a", 1)], [0]],
  ["a path with a lone tilde", [add("/a~", 1)], [0]],
  ["a path with a bad escape", [add("/a~2", 1)], [0]],
  ["add without value", [{ op: "add", path: "/a" }], [0]],
  ["replace without value", [{ op: "replace", path: "/a" }], [0]],
  ["test without value", [{ op: "test", path: "/a" }], [0]],
  ["a value that is undefined", [add("/a", undefined)], [0]],
  ["a value that is not finite", [add("/a", { b: Number.POSITIVE_INFINITY })], [0]],
  ["a value nested too deep", [add("/a", deep(65))], [0]],
  ["a value nested far too deep", [add("/a", deep(20_000))], [0]],
  ["move without from", [{ op: "move", path: "/a" }], [0]],
  ["copy without from", [{ op: "copy", path: "/a" }], [0]],
  ["a from that is no text", [{ op: "copy", path: "/a", from: 1 }], [0]],
  ["a from without its slash", [move("a", "/b")], [0]],
  ["a from with a bad escape", [copy("/~", "/b")], [0]],
  ["several faults", [add("/a", 1), null, remove("/b"), { op: "add" }], [1, 3]],
  ["a fault behind a test that fails", [test_("/a", 2), { op: "spam" }], [1]],
]

test("there are at least 150 cases of JSON Patch", () => {
  const all = [applied, inapplicable, failing, malformed].flat()
  expect(all.length).toBeGreaterThanOrEqual(150)
})

describe("a patch that fits", () => {
  // rules: Department PATCH (RFC 6902) 1
  test.each(applied)("is applied: %s", (_title, document, patch, result) => {
    expect(apply(document, patch)).toEqual({ ok: true, document: result })
  })
})

describe("a patch that does not fit the document", () => {
  // rules: Department PATCH (RFC 6902) 1
  test.each(inapplicable)(
    "is refused as a whole with the path: %s",
    (_title, document, patch, path) => {
      const outcome = apply(document, patch)
      expect(outcome).toMatchObject({
        ok: false,
        error: { code: "not_applicable", problems: [{ path, message: expect.any(String) }] },
      })
    },
  )
})

describe("a test that fails", () => {
  // rules: Department PATCH (RFC 6902) 1
  test.each(failing)("refuses the patch with the path: %s", (_title, document, patch, path) => {
    const outcome = apply(document, patch)
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: "test_failed", problems: [{ path }] },
    })
  })
})

describe("a malformed patch", () => {
  test.each(malformed)("is refused before anything is applied: %s", (_title, patch, indexes) => {
    const outcome = applyPatch({ a: 1 }, patch)
    if (outcome.ok) throw new Error("was applied")
    expect(outcome.error.code).toBe("malformed")
    expect(outcome.error.problems.map(({ index }) => index)).toEqual(indexes)
  })
})

describe("a patch is atomic", () => {
  // rules: Department PATCH (RFC 6902) 2
  test.each([1, 2, 3])("if the operation at %i fails, nothing remains of those before", (index) => {
    const document = { a: [1, 2], b: { c: 1 } }
    const patch: unknown[] = [add("/a/-", 3), replace("/b/c", 2), move("/b", "/d"), remove("/a")]
    patch.splice(index, 0, test_("/a", "no"))
    const outcome = apply(document, patch)
    expect(outcome).toMatchObject({ error: { problems: [{ index }] } })
    expect(document).toEqual({ a: [1, 2], b: { c: 1 } })
  })

  test("the new document shares no objects with the old one or the patch", () => {
    const document = { a: { b: 1 } }
    const patch = [add("/c", { d: 1 })]
    const outcome = apply(document, patch)
    if (!outcome.ok) throw new Error("was refused")
    const result = outcome.document as { a: { b: number }; c: { d: number } }
    result.a.b = 2
    result.c.d = 2
    expect(document).toEqual({ a: { b: 1 } })
    expect(patch).toEqual([add("/c", { d: 1 })])
  })
})

describe("prototypes", () => {
  const paths = [
    "/__proto__",
    "/__proto__/x",
    "/constructor",
    "/constructor/prototype/x",
    "/prototype",
    "/a/__proto__/x",
    "/a/constructor",
  ]
  const patches = paths.flatMap((path): [string, string, unknown][] => [
    ["add", path, [add(path, 1)]],
    ["remove", path, [remove(path)]],
    ["replace", path, [replace(path, 1)]],
    ["test", path, [test_(path, 1)]],
    ["move to", path, [move("/a", path)]],
    ["move from", path, [move(path, "/b")]],
    ["copy to", path, [copy("/a", path)]],
    ["copy from", path, [copy(path, "/b")]],
  ])

  // rules: Department PATCH (RFC 6902) 9
  test.each(patches)("cannot be reached: %s %s", (_op, path, patch) => {
    const outcome = apply({ a: {} }, patch)
    expect(outcome).toMatchObject({
      error: { code: "not_applicable", problems: [{ index: 0, path }] },
    })
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("x")
  })

  test("are unchanged if a value contains their names", () => {
    const patch: unknown = JSON.parse('[{"op":"add","path":"/a","value":{"__proto__":{"x":1}}}]')
    const outcome = apply({}, patch)
    if (!outcome.ok) throw new Error("was refused")
    expect(Object.keys((outcome.document as { a: object }).a)).toEqual(["__proto__"])
    expect({}).not.toHaveProperty("x")
  })

  test("are each reported if a patch tries to reach several", () => {
    const outcome = apply({}, [add("/__proto__/x", 1), add("/a", 1), copy("/constructor", "/b")])
    expect(outcome).toMatchObject({ error: { problems: [{ index: 0 }, { index: 2 }] } })
  })
})

describe("the limits", () => {
  const many = (count: number) => Array.from({ length: count }, () => add("/a", 1))

  // rules: Department PATCH (RFC 6902) 3
  test("allow 50 operations and refuse 51", () => {
    expect(apply({}, many(patchLimit)).ok).toBe(true)
    expect(apply({}, many(patchLimit + 1))).toMatchObject({ error: { code: "malformed" } })
  })

  test("allow a document of 64 KiB and refuse one more byte", () => {
    const fill = (size: number) => [add("/a", "x".repeat(size - '{"a":""}'.length))]
    expect(apply({}, fill(documentLimit)).ok).toBe(true)
    const outcome = apply({}, fill(documentLimit + 1))
    expect(outcome).toMatchObject({ error: { code: "not_applicable", problems: [{ path: "/a" }] } })
  })

  test("count bytes, not characters", () => {
    expect(apply({}, [add("/a", "æ".repeat(documentLimit / 2))]).ok).toBe(false)
  })

  // rules: Department PATCH (RFC 6902) 3
  test("apply after every operation, even if a later one would shrink the document again", () => {
    const patch = [add("/b", "x".repeat(40_000)), copy("/b", "/c"), remove("/b"), remove("/c")]
    expect(apply({}, patch)).toMatchObject({ error: { problems: [{ index: 1, path: "/c" }] } })
  })

  test("stop a document that doubles with every copy", () => {
    const patch = Array.from({ length: 50 }, (_, index) => copy("", `/a${index}`))
    expect(apply({ a: 1 }, patch)).toMatchObject({ error: { code: "not_applicable" } })
  })

  test("stop a document that is nested deeper than can be printed", () => {
    const patch = Array.from({ length: 50 }, () => copy("/a", `/a${"/0".repeat(40)}/-`))
    expect(apply({ a: deep(41) }, patch)).toMatchObject({ error: { code: "not_applicable" } })
  })
})
