import { describe, expect, test } from "vitest"
import { type JsonPatchOperation, printPatch, printUnguarded, readChanges } from "."

type Change = readonly [path: string, kind: string, before: unknown, after: unknown]
type Case = readonly [title: string, patch: readonly JsonPatchOperation[], changes: Change[]]

const test_ = (path: string, value: unknown) => ({ op: "test", path, value }) as const
const add = (path: string, value: unknown) => ({ op: "add", path, value }) as const
const replace = (path: string, value: unknown) => ({ op: "replace", path, value }) as const
const remove = (path: string) => ({ op: "remove", path }) as const
const move = (from: string, path: string) => ({ op: "move", from, path }) as const
const copy = (from: string, path: string) => ({ op: "copy", from, path }) as const
const unknown = undefined

const cases: readonly Case[] = [
  ["nothing", [], []],
  ["tests only", [test_("/name", "Oslo")], []],
  [
    "a field",
    [test_("/name", "Oslo"), replace("/name", "Bergen")],
    [["/name", "set", "Oslo", "Bergen"]],
  ],
  ["a field without a test", [replace("/name", "B")], [["/name", "set", unknown, "B"]]],
  ["a field that is added", [add("/email", "a")], [["/email", "set", unknown, "a"]]],
  [
    "a field that is emptied",
    [test_("/email", "a"), remove("/email")],
    [["/email", "remove", "a", unknown]],
  ],
  [
    "fields under one test of the document",
    [test_("", { name: "Oslo" }), replace("/name", "B"), add("/email", "a")],
    [
      ["/name", "set", "Oslo", "B"],
      ["/email", "set", unknown, "a"],
    ],
  ],
  [
    "a member under a test of its object",
    [test_("/phoneNumber", { number: "1" }), add("/phoneNumber/number", "2")],
    [["/phoneNumber/number", "set", "1", "2"]],
  ],
  [
    "a member more",
    [test_("/a", {}), add("/a/b", 2), replace("/a/b", 3)],
    [
      ["/a/b", "add", unknown, 2],
      ["/a/b", "set", 2, 3],
    ],
  ],
  [
    "elements, at the places they have by then",
    [test_("/l", ["a", "b"]), remove("/l/0"), add("/l/1", "c"), replace("/l/0", "x")],
    [
      ["/l/0", "remove", "a", unknown],
      ["/l/1", "add", unknown, "c"],
      ["/l/0", "set", "b", "x"],
    ],
  ],
  [
    "nothing of elements that have moved",
    [test_("/l/0", "a"), test_("/l/1", "b"), add("/l/0", "x"), replace("/l/1", "y")],
    [
      ["/l/0", "add", unknown, "x"],
      ["/l/1", "set", unknown, "y"],
    ],
  ],
  [
    "a field twice",
    [test_("/name", "A"), replace("/name", "B"), replace("/name", "C")],
    [
      ["/name", "set", "A", "B"],
      ["/name", "set", "B", "C"],
    ],
  ],
  [
    "a move",
    [test_("/name", "A"), move("/name", "/city")],
    [
      ["/name", "remove", "A", unknown],
      ["/city", "set", unknown, "A"],
    ],
  ],
  ["a copy of nobody knows what", [copy("/name", "/city")], [["/city", "set", unknown, unknown]]],
  [
    "a test of more than was known",
    [test_("/a/b", 1), test_("/a", { b: 1, c: 2 }), replace("/a/c", 3)],
    [["/a/c", "set", 2, 3]],
  ],
  [
    "nothing of a part that the patch does not fit",
    [test_("/a", 1), replace("/a/b", 2), replace("/a", 3)],
    [
      ["/a/b", "set", unknown, 2],
      ["/a", "set", unknown, 3],
    ],
  ],
  [
    "a place that no array has",
    [test_("/l", ["a"]), replace("/l/01", "x"), copy("/l/x", "/name")],
    [
      ["/l/01", "set", unknown, "x"],
      ["/name", "set", unknown, unknown],
    ],
  ],
  ["an escaped name", [replace("/a~1b~0", 1)], [["/a~1b~0", "set", unknown, 1]]],
]

describe("Reading the changes of a patch", () => {
  test.each(cases)("%s", (_, patch, changes) => {
    const described = changes.map(([pointer, kind, before, after]) => {
      const path = pointer.slice(1).replaceAll("~1", "/").replaceAll("~0", "~")
      return { path: pointer.includes("~") ? [path] : path.split("/"), kind, before, after }
    })
    expect(readChanges(patch)).toStrictEqual(described)
  })
})

describe("A patch is printed", () => {
  const patch = [test_("/name", "Øl"), replace("/name", "\ud800"), remove("/email")]

  test("with one operation per line, in order", () => {
    expect(printPatch(patch).split("\n")).toEqual([
      "[",
      '  {"op":"test","path":"/name","value":"Øl"},',
      '  {"op":"replace","path":"/name","value":"\\ud800"},',
      '  {"op":"remove","path":"/email"}',
      "]",
    ])
    expect(JSON.parse(printPatch(patch))).toEqual(patch)
    expect(printPatch([])).toBe("[]")
  })

  test("without its tests for a platform that does not support them", () => {
    expect(JSON.parse(printUnguarded(patch))).toEqual(patch.slice(1))
  })
})
