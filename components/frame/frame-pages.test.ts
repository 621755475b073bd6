import { expect, test } from "vitest"
import { framePagesFor } from "./frame-pages"

test("the description of the API is in the person's menu alone", () => {
  expect(framePagesFor(true)).not.toContain("reference")
})

test("the settings are for administrators", () => {
  expect(framePagesFor(true)).toEqual(["saved", "downloads", "settings", "data"])
  expect(framePagesFor(false)).toEqual(["saved", "downloads", "data"])
})
