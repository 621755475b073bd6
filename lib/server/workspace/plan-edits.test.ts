import { describe, expect, test } from "vitest"
import { catalogue, parseWorkspace, printWorkspace, type Workspace } from "../../catalogue"
import type { EditableEntry } from "../../contract"
import { overlay, showWorkspace } from "./overlay"
import {
  type EditedState,
  planAdd,
  planRemove,
  planRename,
  planRestore,
  planWorkspaceImport,
} from "./plan-edits"
import type { WorkspaceChange, WorkspaceEdit } from "./table"

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const news = `contentModules/${guid(1)}`
const welcome = `${news}/posts/${guid(2)}`
const hours = `dataSets/${guid(3)}`

const parse = (json: unknown): Workspace => {
  const parsed = parseWorkspace(catalogue, json)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.workspace
}
const file = parse({
  contentModules: [{ id: guid(1), name: "News", posts: [{ id: guid(2), name: "Welcome" }] }],
  dataSets: [{ id: guid(3), name: "Hours", unit: "h" }],
})

/** Applies the plans in order and returns the resulting edits. */
function editsAfter(...plans: ((state: EditedState) => WorkspaceChange)[]): WorkspaceEdit[] {
  const edits = new Map<string, WorkspaceEdit>()
  for (const plan of plans) {
    const { keep = [], forget = [] } = plan({ catalogue, file, edits: [...edits.values()] })
    for (const path of forget) edits.delete(path)
    for (const edit of keep) edits.set(edit.place, edit)
  }
  return [...edits.values()]
}
const entriesAfter = (...plans: Parameters<typeof editsAfter>) =>
  overlay(catalogue, file, editsAfter(...plans))
const shown = (entries: readonly EditableEntry[]) =>
  printWorkspace(catalogue, showWorkspace(entries))
const origins = (entries: readonly EditableEntry[]): Record<string, string> =>
  Object.assign(
    {},
    ...entries.map(({ name, origin, children }) => ({ [name]: origin, ...origins(children) })),
  )

const add = (parent: string, kind: string, at: number, name: string, unit?: string) =>
  ((state) => planAdd(state, { parent, kind, id: guid(at), name, unit })) satisfies Parameters<
    typeof editsAfter
  >[0]
const codeOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return Object(error).code
  }
}

describe("the workspace with edits applied", () => {
  test("equals the file if there are no edits", () => {
    expect(showWorkspace(overlay(catalogue, file, []))).toEqual(file)
    expect(origins(overlay(catalogue, file, []))).toEqual({
      News: "file",
      Welcome: "file",
      Hours: "file",
    })
  })

  test("shows added entries after the file's, at every depth", () => {
    const entries = entriesAfter(
      add(news, "contentPost", 5, "Second"),
      add("", "calendarModule", 6, "Meetings"),
      add(`calendarModules/${guid(6)}`, "calendar", 7, "Board"),
      add("", "dataSet", 8, "Sick days", "d"),
    )
    expect(origins(entries)).toMatchObject({ Second: "added", Meetings: "added", Board: "added" })
    expect(shown(entries)).toEqual({
      contentModules: [
        {
          id: guid(1),
          name: "News",
          posts: [
            { id: guid(2), name: "Welcome" },
            { id: guid(5), name: "Second" },
          ],
        },
      ],
      calendarModules: [
        { id: guid(6), name: "Meetings", calendars: [{ id: guid(7), name: "Board" }] },
      ],
      dataSets: [
        { id: guid(3), name: "Hours", unit: "h" },
        { id: guid(8), name: "Sick days", unit: "d" },
      ],
    })
  })

  test("names records by their ids, at the root or under their parent", () => {
    const entries = entriesAfter(
      add("", "courseLesson", 5, "The cold chain"),
      add(news, "contentCategory", 6, "People"),
    )
    expect(shown(entries)).toMatchObject({
      contentModules: [{ categories: [{ id: guid(6), name: "People" }] }],
      lessons: [{ id: guid(5), name: "The cold chain" }],
    })
  })

  test("renames entries, keeps their unit unless one is given, and restores the name of the file", () => {
    const rename = (unit?: string | null) =>
      entriesAfter((state) => planRename(state, hours, { name: "Time", unit }))
    expect(shown(rename())["dataSets"]).toEqual([{ id: guid(3), name: "Time", unit: "h" }])
    expect(shown(rename(null))["dataSets"]).toEqual([{ id: guid(3), name: "Time" }])
    expect(origins(rename())["Time"]).toBe("renamed")
    const back = entriesAfter(
      (state) => planRename(state, hours, { name: "Time" }),
      (state) => planRestore(state, hours),
    )
    expect(origins(back)["Hours"]).toBe("file")
  })

  test("hides an entry of the file with its children, and shows it again", () => {
    const hide = (state: EditedState) => planRemove(state, news)
    const hidden = entriesAfter(add(news, "contentPost", 5, "Second"), hide)
    expect(shown(hidden)["contentModules"]).toBeUndefined()
    expect(origins(hidden)).toEqual({ News: "hidden", Hours: "file" })
    const again = entriesAfter(add(news, "contentPost", 5, "Second"), hide, (state) =>
      planRestore(state, news),
    )
    expect(origins(again)).toEqual({ News: "file", Welcome: "file", Hours: "file" })
  })

  test("deletes an added entry with its children", () => {
    const path = `calendarModules/${guid(6)}`
    const edits = editsAfter(
      add("", "calendarModule", 6, "Meetings"),
      add(path, "calendar", 7, "Board"),
      (state) => planRemove(state, path),
    )
    expect(edits).toEqual([])
  })

  test("ignores edits of entries that the file no longer has", () => {
    const edits = editsAfter(add(news, "contentPost", 5, "Second"), (state) =>
      planRemove(state, welcome),
    )
    expect(overlay(catalogue, { entries: [] }, edits)).toEqual([])
  })

  test("ignores edits of a kind that the catalogue no longer has", () => {
    const edit = { place: `colours/${guid(9)}`, hidden: false, name: "Red", unit: null }
    expect(showWorkspace(overlay(catalogue, file, [edit]))).toEqual(file)
  })
})

test.each([
  ["an id that is there", add("", "dataSet", 3, "Again"), "already_there"],
  ["a kind at a wrong place", add(news, "calendar", 9, "No"), "invalid_body"],
  ["an unknown kind", add("", "colour", 9, "No"), "invalid_body"],
  ["an entry below nothing", add(`contentModules/${guid(9)}`, "contentPost", 2, "No"), "not_found"],
])("%s is not added", (_, plan, code) => {
  expect(codeOf(() => editsAfter(plan))).toBe(code)
})

test("unknown entries cannot be renamed, removed or restored, and nothing is added below hidden ones", () => {
  for (const plan of [planRemove, planRestore])
    expect(codeOf(() => editsAfter((state) => plan(state, "dataSets/x")))).toBe("not_found")
  expect(codeOf(() => editsAfter((state) => planRename(state, "x", { name: "y" })))).toBe(
    "not_found",
  )
  const below = [(state: EditedState) => planRemove(state, news), add(news, "contentPost", 5, "No")]
  expect(codeOf(() => editsAfter(...below))).toBe("not_found")
})

describe("an import", () => {
  test("adds and renames its entries and leaves the rest", () => {
    const imported = parse({
      contentModules: [{ id: guid(1), name: "News", posts: [{ id: guid(5), name: "Second" }] }],
      dataSets: [{ id: guid(3), name: "Working hours" }],
    })
    const plan = planWorkspaceImport({ catalogue, file, edits: [] }, imported)
    expect(plan).toMatchObject({ added: 1, renamed: 1, unchanged: 1 })
    expect(origins(overlay(catalogue, file, plan.keep ?? []))).toEqual({
      News: "file",
      Welcome: "file",
      Second: "added",
      "Working hours": "renamed",
    })
  })

  test("of an export changes nothing, and into an empty workspace recreates it", () => {
    const entries = entriesAfter(
      add(news, "contentPost", 5, "Second"),
      add("", "dataSet", 8, "Sick days", "d"),
      (state) => planRename(state, welcome, { name: "Hello" }),
    )
    const exported = parse(shown(entries))
    const edits = editsAfter(
      add(news, "contentPost", 5, "Second"),
      add("", "dataSet", 8, "Sick days", "d"),
      (state) => planRename(state, welcome, { name: "Hello" }),
    )
    expect(planWorkspaceImport({ catalogue, file, edits }, exported)).toMatchObject({
      keep: [],
      added: 0,
      renamed: 0,
      unchanged: 5,
    })
    const empty = { catalogue, file: { entries: [] }, edits: [] }
    const { keep = [] } = planWorkspaceImport(empty, exported)
    expect(shown(overlay(catalogue, empty.file, keep))).toEqual(shown(entries))
  })

  test("shows hidden entries again", () => {
    const plan = editsAfter(
      (state) => planRemove(state, news),
      (state) => planWorkspaceImport(state, file),
    )
    expect(shown(overlay(catalogue, file, plan))).toEqual(printWorkspace(catalogue, file))
  })
})
