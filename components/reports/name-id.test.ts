import { expect, test } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { holderPath } from "./name-id"
import { listPathLevels } from "./path-choices"

const steps = listPathLevels(catalogue, findOperation(catalogue, "stage-reviews") as ListOperation)
const path = { moduleId: "m", formId: "f" }

test.each([
  ["courseLesson", {}, ""],
  ["stage", path, "serviceFormModules/m/forms/f"],
  ["stage", {}, undefined],
  ["user", path, undefined],
  ["department", path, undefined],
])("a %s is named within %j at %s", (kind, parameters, place) => {
  expect(holderPath(kind, steps, parameters)).toBe(place)
})
