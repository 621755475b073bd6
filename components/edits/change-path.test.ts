import { expect, test } from "vitest"
import { fieldOfPath, pathSteps } from "./change-path"

const record = {
  phoneNumber: { countryCode: 45, number: "1" },
  locales: [{ culture: "da-DK", description: "Åben" }],
}

test("a path is shown by its fields, an entry of a list by its language", () => {
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

test("an entry that the record does not have is shown by its number, the end of a list not at all", () => {
  expect(pathSteps(["selectedCultures", "2"], undefined)).toEqual([
    { kind: "field", name: "selectedCultures" },
    { kind: "entry", number: 3 },
  ])
  expect(pathSteps(["selectedCultures", "-"], record)).toEqual([
    { kind: "field", name: "selectedCultures" },
  ])
})

test("the innermost field says how a value is said", () => {
  expect(fieldOfPath(["locales", "0", "description"])).toBe("description")
  expect(fieldOfPath(["selectedCultures", "1"])).toBe("selectedCultures")
  expect(fieldOfPath(["locales", "-"])).toBe("locales")
})
