import { expect, test } from "vitest"
import { catalogue, parseWorkspace, printWorkspace } from "../../catalogue"
import { overlay, showWorkspace } from "./overlay"
import type { EditedState } from "./plan-edits"
import { createKindReader, planNames, readNamedLines } from "./plan-names"

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`

const parsed = parseWorkspace(catalogue, {
  contentModules: [
    { id: guid(1), name: "News", categories: [{ id: guid(2), name: "Sales" }] },
    { id: guid(3), name: "Wiki" },
  ],
  dataSets: [{ id: guid(4), name: "Hours", unit: "h" }],
  lessons: [{ id: guid(5), name: "Till" }],
})
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
const state: EditedState = { catalogue, file: parsed.workspace, edits: [] }

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

async function plan(from: EditedState, rows: readonly (readonly (string | number)[])[]) {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? guid(cell) : cell)).join(";"),
  )
  const kindOf = createKindReader(catalogue, { Lektion: "courseLesson", Kunde: "customer" })
  const read = await readNamedLines(bytesOf(cells.join("\n")), { maxRows: 1000, kindOf })
  const planned = planNames(from, read.lines)
  const problems = [...read.problems, ...planned.problems]
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, fault }) => [line, fault.code])
  const edits = [...from.edits, ...(planned.keep ?? [])]
  const entries = showWorkspace(overlay(catalogue, from.file, edits))
  return { ...planned, edits, problems, shown: printWorkspace(catalogue, entries) }
}

test("a file adds and renames at every depth, in any order of lines and columns, and leaves the rest", async () => {
  const { problems, added, renamed, unchanged, shown } = await plan(state, [
    ["Name", "PARENT", "id", "kind"],
    ["Review", 11, 12, "stage"],
    ["Holiday", 10, 11, "form"],
    ["Requests", "", 10, "serviceFormModule"],
    ["Offers", 3, 6, "contentCategory"],
    ["Sold", "", 2, "contentCategory"],
    ["Hours worked", "", 4, "Data set"],
    ["Till", "", 5, "LEKTION"],
  ])
  expect({ problems, added, renamed, unchanged }).toEqual({
    problems: [],
    added: 4,
    renamed: 2,
    unchanged: 1,
  })
  expect(shown).toEqual({
    contentModules: [
      { id: guid(1), name: "News", categories: [{ id: guid(2), name: "Sold" }] },
      { id: guid(3), name: "Wiki", categories: [{ id: guid(6), name: "Offers" }] },
    ],
    serviceFormModules: [
      {
        id: guid(10),
        name: "Requests",
        forms: [{ id: guid(11), name: "Holiday", stages: [{ id: guid(12), name: "Review" }] }],
      },
    ],
    dataSets: [{ id: guid(4), name: "Hours worked", unit: "h" }],
    lessons: [{ id: guid(5), name: "Till" }],
  })
})

test("each faulty line is reported with its number, and the valid ones are planned without it", async () => {
  const { problems, added, renamed, unchanged } = await plan(state, [
    ["kind", "id", "name", "parent"],
    ["customer", 20, "Ann", ""],
    ["Kunde", 20, "Ann", ""],
    ["course", "12", "Safety", ""],
    ["course", 21, " ", ""],
    ["course", 21, "x".repeat(201), ""],
    ["course", 21, "Safety", 1],
    ["contentCategory", 22, "Offers", "x"],
    ["contentCategory", 22, "Offers", ""],
    ["contentCategory", 22, "Offers", 9],
    ["stage", 23, "Review", 24],
    ["form", 24, "Holiday", 9],
    ["course", 25, "Safety", ""],
    ["course", 25, "Again", ""],
    ["course", 26],
  ])
  expect(problems).toEqual([
    [2, "kind_unknown"],
    [3, "kind_unknown"],
    [4, "id_no_guid"],
    [5, "name_blank"],
    [6, "name_too_long"],
    [7, "parent_unexpected"],
    [8, "parent_no_guid"],
    [9, "parent_missing"],
    [10, "parent_unknown"],
    [11, "parent_unknown"],
    [12, "parent_unknown"],
    [14, "same_as_line"],
    [15, "not_as_header"],
  ])
  expect({ added, renamed, unchanged }).toEqual({ added: 1, renamed: 0, unchanged: 0 })
})

test("importing the same file again changes nothing", async () => {
  const rows = [
    ["kind", "id", "name", "parent"],
    ["contentCategory", 6, "Offers", 3],
    ["course", 7, "Safety", ""],
  ]
  const { edits } = await plan(state, rows)
  const again = await plan({ ...state, edits }, rows)
  expect(again).toMatchObject({ keep: [], added: 0, renamed: 0, unchanged: 2, problems: [] })
})

test("a hidden entry is shown again by its name, and can have no children before", async () => {
  const place = `contentModules/${guid(1)}`
  const hidden = {
    ...state,
    edits: [{ place, hidden: true, name: "News", unit: null }],
  }
  const header = ["kind", "id", "name", "parent"]
  const below = ["contentCategory", 8, "Offers", 1]
  expect((await plan(hidden, [header, below])).problems).toEqual([[2, "parent_unknown"]])
  const both = await plan(hidden, [header, below, ["contentModule", 1, "News", ""]])
  expect(both).toMatchObject({ added: 2, problems: [] })
})
