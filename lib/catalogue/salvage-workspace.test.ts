import { expect, test } from "vitest"
import { catalogue, parseWorkspace, printWorkspace, salvageWorkspace } from "."

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const salvage = (json: unknown) => {
  const { workspace, problems } = salvageWorkspace(catalogue, json)
  return {
    file: printWorkspace(catalogue, workspace),
    problems: problems.map(({ path, message }) => `${path} ${message}`),
  }
}

const good = {
  contentModules: [
    { id: guid(1), name: "News", posts: [{ id: guid(2), name: "Welcome" }] },
    { id: guid(3), name: "Guides" },
  ],
  dataSets: [{ id: guid(4), name: "Hours", unit: "h" }],
}

test("a valid file is kept whole, as the strict parser reads it", () => {
  const { file, problems } = salvage(good)
  expect(problems).toEqual([])
  expect(file).toEqual(good)
  expect(salvageWorkspace(catalogue, good).workspace).toEqual(
    Object(parseWorkspace(catalogue, good)).workspace,
  )
})

test("invalid entries are reported and dropped with their children; the others are kept", () => {
  const { file, problems } = salvage({
    ...good,
    contentModules: [
      { id: "x", name: "", posts: [{ id: guid(9), name: "Lost with it" }] },
      { ...good.contentModules[0], posts: [{ id: guid(2), name: "Welcome" }, "text", null] },
      { id: guid(1), name: "Again" },
      { ...good.contentModules[1], colour: "red" },
    ],
    dataSets: {},
    modules: [],
  })
  expect(file).toEqual({ contentModules: [good.contentModules[0]] })
  expect(problems.toSorted()).toEqual([
    "contentModules[0].id must be a guid",
    "contentModules[0].name must not be blank",
    "contentModules[1].posts[1] must be an object",
    "contentModules[1].posts[2] must be an object",
    "contentModules[2].id is the same as that of entry [1]",
    "contentModules[3].colour is an unknown key",
    "dataSets must be a list",
    "modules is an unknown key",
  ])
})

test.each([
  ["text", "x"],
  ["null", null],
  ["a list", []],
])("%s is refused and yields an empty workspace", (_, json) => {
  expect(salvage(json)).toEqual({ file: {}, problems: [" must be an object"] })
})

const faults: [string, unknown][] = [
  ["a missing id", { dataSets: [{ name: "A" }] }],
  ["a number for a name", { templates: [{ id: guid(1), name: 1 }] }],
  ["a long name", { templates: [{ id: guid(1), name: "x".repeat(201) }] }],
  ["a unit elsewhere", { templates: [{ id: guid(1), name: "A", unit: "h" }] }],
  ["posts of a calendar", { calendarModules: [{ id: guid(1), name: "A", posts: [] }] }],
  ["text for a list", { calendarModules: [{ id: guid(1), name: "A", calendars: "x" }] }],
  ["an unknown key", { colours: [] }],
]
test.each(faults)("%s is reported as the strict parser reports it", (_, json) => {
  const strict = parseWorkspace(catalogue, json)
  expect(strict.ok ? [] : strict.problems).toEqual(salvageWorkspace(catalogue, json).problems)
})
