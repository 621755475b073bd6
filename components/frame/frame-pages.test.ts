import { expect, test } from "vitest"
import { framePagesFor } from "./frame-pages"

test("the frame's pages do not include the sessions", () => {
  expect(framePagesFor(true)).not.toContain("sessions")
})

test("only administrators have the settings page", () => {
  expect(framePagesFor(true)).toEqual(["saved", "downloads", "settings"])
  expect(framePagesFor(false)).toEqual(["saved", "downloads"])
})
