import { expect, test } from "vitest"
import { parseWorkspace } from "@/lib/catalogue"
import { catalogue } from "@/lib/catalogue/platform-catalogue"
import { holdersOf, unnamedOf } from "./name-id"

const levels = [
  { parameter: "moduleId", kind: "serviceFormModule", title: "Form module" },
  { parameter: "formId", kind: "form", title: "Form" },
]
const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`
const [m, f] = [guid(1), guid(2)]
const path = { moduleId: m, formId: f }
const holders = [
  { kind: "serviceFormModule", id: m, title: "Form module" },
  { kind: "form", id: f, title: "Form" },
]

test.each([
  ["courseLesson", {}, []],
  ["stage", path, holders],
  ["form", path, holders.slice(0, 1)],
  ["stage", { formId: f }, undefined],
  ["stage", {}, undefined],
  ["contentCategory", path, undefined],
  ["user", path, undefined],
  ["department", path, undefined],
])("the records that contain a %s, from the parameters %j", (kind, parameters, expected) => {
  expect(holdersOf(kind, levels, parameters)).toEqual(expected)
})

test.each([
  ["nothing", {}, holders],
  ["the module", { serviceFormModules: [{ id: m, name: "M" }] }, holders.slice(1)],
  ["both", { serviceFormModules: [{ id: m, name: "M", forms: [{ id: f, name: "F" }] }] }, []],
  [
    "the form in another module",
    { serviceFormModules: [{ id: guid(3), name: "M", forms: [{ id: f, name: "F" }] }] },
    holders,
  ],
])("the remaining names are requested if the workspace names %s", (_, file, expected) => {
  const parsed = parseWorkspace(catalogue, file)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  expect(unnamedOf(parsed.workspace.entries, holders)).toEqual(expected)
})
