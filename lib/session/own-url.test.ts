import { expect, test } from "vitest"
import { ownUrl } from "./config"

const origin = "http://localhost:3000"

test.each([
  ["/reports/departments?sort=-name#row", `${origin}/reports/departments?sort=-name#row`],
  [`${origin}/kpis`, `${origin}/kpis`],
  ["reports", `${origin}/reports`],
])("the own address %s is kept", (desired, expected) => {
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
])("the foreign address %j becomes the first page", (desired) => {
  expect(ownUrl(desired, origin)).toBe(`${origin}/`)
})

test("an own path never begins with two slashes and carries no user name", () => {
  expect(ownUrl(`${origin}//evil.test/`, origin)).toBe(`${origin}/evil.test/`)
  expect(ownUrl("http://somebody:secret@localhost:3000/kpis", origin)).toBe(`${origin}/kpis`)
})
