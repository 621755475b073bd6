import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { catalogue, parseWorkspace, printWorkspace, type WorkspaceEntry } from "."
import { readSentence } from "./testing/markdown"
import { readDocuments } from "./testing/read-specification"

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const parse = (json: unknown) => parseWorkspace(catalogue, json)
const problemsOf = (json: unknown) => {
  const parsed = parse(json)
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path} ${message}`)
}

/** The example in a document (by default the decisions), with ids and names in place of "…". */
function readExample(document = readDocuments().decisions): unknown {
  const [example = ""] = readSentence(document, /```json\n([^`]+)```/)
  let count = 0
  return JSON.parse(example, (key, value) => {
    if (value !== "…") return value
    count += 1
    return key === "id" ? guid(count) : `${key} ${count}`
  })
}

const kindsIn = (entries: readonly WorkspaceEntry[]): string[] =>
  entries.flatMap(({ kind, children }) => [kind, ...kindsIn(children)])

describe("a workspace file", () => {
  // rules: What no endpoint tells 1
  it("with the shape in the decisions yields one entry of every kind that a path can name", () => {
    const parsed = parse(readExample())
    const nameable = Object.entries(catalogue.containers).flatMap(
      ([kind, { workspace, inRecords }]) => (workspace && !inRecords ? [kind] : []),
    )
    expect(parsed.ok && kindsIn(parsed.workspace.entries).toSorted()).toEqual(nameable.toSorted())
  })

  it("with the shape in docs/names.md yields every kind that ids in records reference", () => {
    const parsed = parse(readExample(readFileSync("docs/names.md", "utf8")))
    const kinds = parsed.ok ? kindsIn(parsed.workspace.entries) : parsed.problems
    const inRecords = Object.entries(catalogue.containers).filter(([, each]) => each.inRecords)
    expect(kinds).toEqual(expect.arrayContaining(inRecords.map(([kind]) => kind)))
  })

  it("is printed as it was parsed", () => {
    const parsed = parse(readExample())
    expect(parsed.ok && printWorkspace(catalogue, parsed.workspace)).toEqual(readExample())
  })

  // rules: The workspace file 2
  it("may omit any level or leave it empty", () => {
    expect(parse({})).toEqual({ ok: true, workspace: { entries: [] } })
    expect(parse({ contentModules: [], dataSets: [] })).toEqual({
      ok: true,
      workspace: { entries: [] },
    })
    expect(parse({ contentModules: [{ id: guid(1), name: "News", posts: [] }] })).toEqual({
      ok: true,
      workspace: { entries: [{ kind: "contentModule", id: guid(1), name: "News", children: [] }] },
    })
  })

  it("gets its ids in lower case and its names trimmed", () => {
    expect(
      parse({ templates: [{ id: guid(1).replace("4000", "ABCD"), name: " Welcome " }] }),
    ).toMatchObject({
      workspace: { entries: [{ id: guid(1).replace("4000", "abcd"), name: "Welcome" }] },
    })
  })

  it("round-trips through printing and parsing for any entries", () => {
    fc.assert(
      fc.property(entriesUnder(undefined, 0), (entries) => {
        const printed: unknown = JSON.parse(JSON.stringify(printWorkspace(catalogue, { entries })))
        expect(parse(printed)).toEqual({ ok: true, workspace: { entries } })
      }),
      { numRuns: 50 },
    )
  })
})

function entriesUnder(parent: string | undefined, depth: number): fc.Arbitrary<WorkspaceEntry[]> {
  const kinds = Object.entries(catalogue.containers).filter(
    ([, container]) => container.workspace && container.parent === parent,
  )
  const lists = kinds.map(([kind]) =>
    fc.uniqueArray(
      fc.record({
        kind: fc.constant(kind),
        id: fc.uuid(),
        name: fc
          .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
          .map((text) => text.replaceAll("\0", "").trim() || "x"),
        ...(kind === "dataSet" && { unit: fc.constantFrom("DKK", "%", "") }),
        children: depth < 4 ? entriesUnder(kind, depth + 1) : fc.constant([]),
      }),
      { selector: ({ id }) => id, maxLength: 2 },
    ),
  )
  return fc.tuple(...lists).map((all) => all.flat())
}

describe("a problem in a workspace file", () => {
  const module = { id: guid(1), name: "News" }

  // rules: The workspace file 1
  it.each<[string, unknown, string]>([
    ["no object", null, " must be an object"],
    ["a list", [], " must be an object"],
    ["an unknown key", { modules: [] }, "modules is an unknown key"],
    [
      "an unknown key inside",
      { contentModules: [{ ...module, foo: 1 }] },
      "contentModules[0].foo is an unknown key",
    ],
    [
      "a key of another kind",
      { contentModules: [{ ...module, forms: [] }] },
      "contentModules[0].forms is an unknown key",
    ],
    [
      "a unit where none belongs",
      { templates: [{ ...module, unit: "kg" }] },
      "templates[0].unit is an unknown key",
    ],
    ["no list", { contentModules: {} }, "contentModules must be a list"],
    ["null for a list", { contentModules: null }, "contentModules must be a list"],
    ["no entry", { contentModules: [null] }, "contentModules[0] must be an object"],
    ["no id", { contentModules: [{ name: "News" }] }, "contentModules[0].id is missing"],
    [
      "an id that is no guid",
      { contentModules: [{ ...module, id: "17" }] },
      "contentModules[0].id must be a guid",
    ],
    [
      "an id that is no text",
      { contentModules: [{ ...module, id: 17 }] },
      "contentModules[0].id must be a guid",
    ],
    ["no name", { contentModules: [{ id: guid(1) }] }, "contentModules[0].name is missing"],
    [
      "a blank name",
      { contentModules: [{ ...module, name: " \t" }] },
      "contentModules[0].name must not be blank",
    ],
    [
      "a long name",
      { contentModules: [{ ...module, name: "x".repeat(201) }] },
      "contentModules[0].name must be at most 200 characters long",
    ],
    [
      "a name with NUL",
      { contentModules: [{ ...module, name: "a\0b" }] },
      "contentModules[0].name must be text without NUL characters or broken Unicode",
    ],
    [
      "a long unit",
      { dataSets: [{ ...module, unit: "x".repeat(41) }] },
      "dataSets[0].unit must be at most 40 characters long",
    ],
    [
      "a fault deep inside",
      {
        contentModules: [
          module,
          {
            id: guid(2),
            name: "B",
            posts: [{ id: guid(3), name: "C", comments: [{ id: guid(4), name: 5 }] }],
          },
        ],
      },
      "contentModules[1].posts[0].comments[0].name must be text",
    ],
    [
      "an id twice in a list",
      {
        contentModules: [
          module,
          { id: guid(2), name: "B" },
          { id: guid(1).toUpperCase(), name: "C" },
        ],
      },
      "contentModules[2].id is the same as that of entry [0]",
    ],
    [
      "too many entries",
      { templates: new Array(100_001).fill(module) },
      "templates must hold at most 100000 entries",
    ],
  ])("is reported with its path: %s", (_, json, problem) => {
    expect(problemsOf(json)).toEqual([problem])
  })

  // rules: The workspace file 1
  it("does not hide other problems", () => {
    const json = {
      bar: 1,
      contentModules: [{ foo: 1, name: "", posts: [{ id: "x", name: "y" }] }],
      dataSets: 3,
    }
    expect(problemsOf(json).toSorted()).toEqual([
      "bar is an unknown key",
      "contentModules[0].foo is an unknown key",
      "contentModules[0].id is missing",
      "contentModules[0].name must not be blank",
      "contentModules[0].posts[0].id must be a guid",
      "dataSets must be a list",
    ])
  })

  it("is not reported for the same id under two parents", () => {
    const posts = [{ id: guid(9), name: "Post" }]
    expect(
      problemsOf({
        contentModules: [
          { ...module, posts },
          { id: guid(2), name: "B", posts },
        ],
      }),
    ).toEqual([])
  })

  it("is reported for prototype keys, without polluting a prototype", () => {
    const json: unknown = JSON.parse(
      `{"__proto__":{"polluted":1},"constructor":[],"templates":[{"id":"${guid(1)}","name":"A","__proto__":{"polluted":1}}]}`,
    )
    expect(problemsOf(json).toSorted()).toEqual([
      "__proto__ is an unknown key",
      "constructor is an unknown key",
      "templates[0].__proto__ is an unknown key",
    ])
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
  })

  it("is reported for too many entries in total, and at most 1,000 problems are listed", () => {
    const posts = Array.from({ length: 60_000 }, (_, at) => ({ id: guid(at), name: "P" }))
    expect(
      problemsOf({
        contentModules: [
          { ...module, posts },
          { id: guid(2), name: "B", posts },
        ],
      }),
    ).toEqual([" must hold at most 100000 entries"])
    expect(problemsOf({ templates: new Array(5000).fill({}) })).toHaveLength(1000)
  })

  it("never throws, whatever the file contains", () => {
    const key = fc.constantFrom(
      "contentModules",
      "posts",
      "id",
      "name",
      "__proto__",
      "toString",
      "0",
    )
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue(),
        fc.dictionary(key, tie("node")),
        fc.array(tie("node")),
      ),
    })).node
    fc.assert(
      fc.property(tree, (json) => {
        expect(typeof parse(json).ok).toBe("boolean")
      }),
    )
  })
})
