import { expect, test } from "vitest"
import { framePagesFor } from "./frame-pages"

test("the person's sessions are in the person's menu alone", () => {
  expect(framePagesFor(true)).not.toContain("sessions")
})

test("the settings are for administrators", () => {
  expect(framePagesFor(true)).toEqual(["saved", "downloads", "settings"])
  expect(framePagesFor(false)).toEqual(["saved", "downloads"])
})
