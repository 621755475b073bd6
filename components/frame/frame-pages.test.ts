import { expect, test } from "vitest"
import { domains } from "@/lib/catalogue"
import { framePagesFor } from "./frame-pages"

test("the page of what was changed is for people who read departments", () => {
  expect(framePagesFor(new Set(["users"]), false)).toEqual(["records", "exports", "activity"])
  expect(framePagesFor(new Set(), false)).toEqual(["records", "exports"])
})

test("the description of the API is in the person's menu alone", () => {
  expect(framePagesFor(new Set(domains), true)).not.toContain("reference")
})

test("the settings are for administrators", () => {
  expect(framePagesFor(new Set(domains), true)).toContain("settings")
  expect(framePagesFor(new Set(domains), false)).not.toContain("settings")
})
