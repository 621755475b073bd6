import { expect, test } from "vitest"
import { fieldOfPath, pathSteps } from "./change-path"

const record = {
  phoneNumber: { countryCode: 45, number: "1" },
  locales: [{ culture: "da-DK", description: "Åben" }],
}

test("a path is shown by field names, and a list entry by its culture", () => {
  expect(pathSteps(["phoneNumber", "number"], record)).toEqual([
    { kind: "field", name: "phoneNumber" },
    { kind: "field", name: "number" },
  ])
  expect(pathSteps(["locales", "0", "description"], record)).toEqual([
    { kind: "field", name: "locales" },
    { kind: "entry", number: 1, culture: "da-DK" },
    { kind: "field", name: "description" },
  ])
})

test("an entry missing from the record is shown by number, and the end of a list is left out", () => {
  expect(pathSteps(["selectedCultures", "2"], undefined)).toEqual([
    { kind: "field", name: "selectedCultures" },
    { kind: "entry", number: 3 },
  ])
  expect(pathSteps(["selectedCultures", "-"], record)).toEqual([
    { kind: "field", name: "selectedCultures" },
  ])
})

test("the innermost field decides the format of a value", () => {
  expect(fieldOfPath(["locales", "0", "description"])).toBe("description")
  expect(fieldOfPath(["selectedCultures", "1"])).toBe("selectedCultures")
  expect(fieldOfPath(["locales", "-"])).toBe("locales")
})
