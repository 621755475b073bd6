import { expect, test } from "vitest"
import {
  catalogue,
  findOperation,
  type ListOperation,
  type Row,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import { memberTexts, nameChoices, namedProperties, workspaceNames } from "./filter-choices"
import { listPathLevels } from "./path-choices"

const listOf = (id: string) => findOperation(catalogue, id) as ListOperation
const guid = (at: number) => `${at}0000000-0000-4000-8000-000000000000`

test.each([
  ["departments", { parentId: "department", managerUserId: "user" }],
  ["data-points", { departmentId: "department", userId: "user" }],
  ["content-posts", { id: "contentPost", categoryId: "contentCategory", userId: "user" }],
  ["calendars", {}],
])("%s can be filtered by name for %j", (id, properties) => {
  expect(Object.fromEntries(namedProperties(listOf(id)))).toEqual(properties)
})

test("the stage choices are those of the report's form, or all stages without a form", () => {
  const step = (at: number) => ({ kind: "stage", id: guid(at), name: `Step ${at}`, children: [] })
  const form = (at: number, stage: number) => {
    return { kind: "form", id: guid(at), name: "Form", children: [step(stage)] }
  }
  const modules = { kind: "serviceFormModule", id: guid(9), name: "Audits" }
  const workspace = { entries: [{ ...modules, children: [form(1, 3), form(2, 4)] }] }
  const steps = listPathLevels(catalogue, listOf("stage-reviews"))
  const namesIn = (parameters: Record<string, string>) =>
    Object.values(workspaceNames({ workspace, steps }, "stage", parameters))
  expect(namesIn({ moduleId: guid(9), formId: guid(2) })).toEqual(["Step 4"])
  expect(namesIn({})).toEqual(["Step 3", "Step 4"])
})

test("names are sorted by locale, and duplicates have a short id", () => {
  const names = { [guid(1)]: "Store 10", [guid(2)]: "Ærø", [guid(3)]: "Store 9", [guid(4)]: "Ærø" }
  expect(nameChoices(names, "en").map(({ name }) => name)).toEqual([
    "Ærø (20000000)",
    "Ærø (40000000)",
    "Store 9",
    "Store 10",
  ])
  expect(nameChoices(names, "da").map(({ id }) => id)).toEqual([guid(3), guid(1), guid(2), guid(4)])
})

test("the languages of the rows' texts are listed once, without empty codes", () => {
  const rows = [
    { locales: [{ culture: "de-DE" }, { culture: null }, null, { culture: "" }] },
    { locales: null },
    {},
    { locales: [{ culture: "da-DK" }, { culture: "de-DE" }] },
  ] as unknown as Row[]
  expect(memberTexts(rows, { field: "locales", member: "culture" })).toEqual(["de-DE", "da-DK"])
})

test("stages with the same name are prefixed with their form, and others are not", () => {
  const step = (at: number, name: string) => ({ kind: "stage", id: guid(at), name, children: [] })
  const form = (at: number, name: string, children: readonly WorkspaceEntry[]) => {
    return { kind: "form", id: guid(at), name, children }
  }
  const forms = [
    form(1, "Sick leave", [step(3, "Follow-up"), step(4, "Approval")]),
    form(2, "Accident", [step(5, "Follow-up")]),
  ]
  const module = { kind: "serviceFormModule", id: guid(9), name: "Follow-up", children: forms }
  const workspace = { entries: [module] }
  const steps = listPathLevels(catalogue, listOf("stage-reviews"))
  expect(workspaceNames({ workspace, steps }, "stage", {})).toEqual({
    [guid(3)]: "Sick leave · Follow-up",
    [guid(4)]: "Approval",
    [guid(5)]: "Accident · Follow-up",
  })
  expect(workspaceNames({ workspace, steps }, "stage", { formId: guid(2) })).toEqual({
    [guid(5)]: "Follow-up",
  })
})
