import { expect, test } from "vitest"
import { framePagesFor } from "./frame-pages"

test("the person's sessions and the description of the API are in the person's menu alone", () => {
  for (const page of ["sessions", "reference"]) expect(framePagesFor(true)).not.toContain(page)
})

test("the settings are for administrators", () => {
  expect(framePagesFor(true)).toEqual(["saved", "downloads", "settings", "data"])
  expect(framePagesFor(false)).toEqual(["saved", "downloads", "data"])
})
