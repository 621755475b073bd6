import { describe, expect, test } from "vitest"
import { type JsonDocument, type JsonPatchOperation, planUndo } from "."

type Patch = readonly JsonPatchOperation[]

const test_ = (path: string, value: unknown) => ({ op: "test", path, value }) as const
const add = (path: string, value: unknown) => ({ op: "add", path, value }) as const
const replace = (path: string, value: unknown) => ({ op: "replace", path, value }) as const
const remove = (path: string) => ({ op: "remove", path }) as const
const move = (from: string, path: string) => ({ op: "move", from, path }) as const
const copy = (from: string, path: string) => ({ op: "copy", from, path }) as const

const rename = [test_("/name", "Oslo"), replace("/name", "Bergen")]
const describing = [
  test_("/locales/0", { culture: "nb", description: null }),
  replace("/locales/0/description", "Butikk"),
]
const inserting = [test_("/cultures", ["nb"]), add("/cultures/0", "en")]

const undone: readonly (readonly [string, Patch, now: JsonDocument, target: JsonDocument])[] = [
  ["nothing", [], { name: "Bergen" }, { name: "Bergen" }],
  [
    "a field, beside another that has changed since",
    rename,
    { name: "Bergen", city: "x" },
    { name: "Oslo", city: "x" },
  ],
  ["a field that is missing now", [test_("/email", "a"), remove("/email")], {}, { email: "a" }],
  [
    "a field that was null",
    [test_("/email", null), replace("/email", "a")],
    { email: "a" },
    { email: null },
  ],
  [
    "a member of an element",
    describing,
    { locales: [{ culture: "nb", description: "Butikk" }, 2] },
    { locales: [{ culture: "nb", description: null }, 2] },
  ],
  ["an element more", inserting, { cultures: ["en", "nb"] }, { cultures: ["nb"] }],
  [
    "an element less",
    [test_("/cultures", ["en", "nb"]), remove("/cultures/0")],
    { cultures: ["nb"] },
    { cultures: ["en", "nb"] },
  ],
  [
    "fields under one test of the document, whose other fields have changed since",
    [test_("", { a: 1, modified: 1 }), replace("/a", 2), add("/b", 3)],
    { a: 2, b: 3, modified: 2 },
    { a: 1, b: null, modified: 2 },
  ],
  [
    "tests of a part and of the whole that holds it",
    [test_("/a/b", 1), test_("/a", { b: 1, c: 2 }), replace("/a/b", 5), replace("/a/c", 6)],
    { a: { b: 5, c: 6 } },
    { a: { b: 1, c: 2 } },
  ],
  [
    "a move between fields",
    [test_("/a", 1), test_("/b", 2), move("/a", "/b")],
    { a: null, b: 1 },
    { a: 1, b: 2 },
  ],
  [
    "a copy of what is still there",
    [test_("/b", 2), copy("/a", "/b")],
    { a: 1, b: 1 },
    { a: 1, b: 2 },
  ],
  [
    "a field that was written twice",
    [...rename, replace("/name", "X")],
    { name: "X" },
    { name: "Oslo" },
  ],
]

const changed: readonly (readonly [string, Patch, now: JsonDocument, changed: string[]])[] = [
  ["the field has another value", rename, { name: "Bodø" }, ["/name"]],
  ["the field is as before already", rename, { name: "Oslo" }, ["/name"]],
  ["the field is gone", rename, {}, ["/name"]],
  ["what was tested is no record", [test_("", ["a"]), replace("/name", "B")], {}, ["/name"]],
  [
    "one of two fields has another value",
    [...rename, test_("/city", null), replace("/city", "x")],
    { name: "Bergen", city: "y" },
    ["/city"],
  ],
  [
    "another element stands there",
    describing,
    { locales: [{ culture: "en", description: "Butikk" }] },
    ["/locales/0"],
  ],
  ["the element is gone", describing, { locales: [] }, ["/locales/0"]],
  ["the list is gone", describing, { locales: null }, ["/locales/0"]],
  [
    "the list has become something else",
    [test_("/a/b", 1), replace("/a/b", 2)],
    { a: [2] },
    ["/a/b"],
  ],
  ["the list has grown further", inserting, { cultures: ["en", "nb", "da"] }, ["/cultures"]],
  [
    "the value that was copied has changed",
    [test_("/b", 2), copy("/a", "/b")],
    { a: 5, b: 1 },
    ["/b"],
  ],
]

const unguarded: readonly (readonly [string, Patch])[] = [
  ["there is no test", [replace("/name", "Bergen")]],
  ["the test is of another field", [test_("/city", "x"), replace("/name", "Bergen")]],
  ["the test is of a part only", [test_("/a/b", 1), replace("/a", {})]],
  ["the test comes after the write", [replace("/name", "Bergen"), test_("/name", "Bergen")]],
  [
    "the test of a field comes after one write and before another",
    [replace("/a/b", 1), test_("/a/c", 2), replace("/a/c", 3)],
  ],
  ["an element is taken out that alone is tested for", [test_("/l/0", "a"), remove("/l/0")]],
  [
    "an element is put in beside the one that is tested for",
    [test_("/l/0", "a"), add("/l/0", "b")],
  ],
  ["what a move takes away is not tested for", [test_("/b", 2), move("/a", "/b")]],
  ["the document is replaced", [test_("", {}), replace("", { a: 1 })]],
]

describe("Undo restores", () => {
  test.each(undone)("%s", (_, patch, now, target) => {
    expect(planUndo(patch, now)).toEqual({ ok: true, target })
  })
})

describe("Undo reports what has changed since, if", () => {
  test.each(changed)("%s", (_, patch, now, pointers) => {
    expect(planUndo(patch, now)).toEqual({ ok: false, reason: "changed", changed: pointers })
  })
})

describe("Undo has no old value if", () => {
  test.each(unguarded)("%s", (_, patch) => {
    expect(planUndo(patch, { name: "Bergen", a: 1, b: 2, l: ["a"] })).toEqual({
      ok: false,
      reason: "unguarded",
    })
  })
})
