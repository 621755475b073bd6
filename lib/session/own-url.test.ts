import { expect, test } from "vitest"
import { ownUrl } from "./config"

const origin = "http://localhost:3000"

test.each([
  ["/reports/departments?sort=-name#row", `${origin}/reports/departments?sort=-name#row`],
  [`${origin}/kpis`, `${origin}/kpis`],
  ["reports", `${origin}/reports`],
])("the own URL %s is kept", (desired, expected) => {
  expect(ownUrl(desired, origin)).toBe(expected)
})

test.each([
  "https://evil.test/",
  "//evil.test/",
  "/\\evil.test/",
  "\\\\evil.test/",
  "http://localhost:3000@evil.test/",
  "http://localhost:3001/",
  "https://localhost:3000/",
  "javascript:alert(1)",
  "data:text/html,x",
  "\t//evil.test",
  "http://",
])("the foreign URL %j becomes the start page", (desired) => {
  expect(ownUrl(desired, origin)).toBe(`${origin}/`)
})

test("an own URL never has two slashes before its path or a user name", () => {
  expect(ownUrl(`${origin}//evil.test/`, origin)).toBe(`${origin}/evil.test/`)
  expect(ownUrl("http://somebody:secret@localhost:3000/kpis", origin)).toBe(`${origin}/kpis`)
})
