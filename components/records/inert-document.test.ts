import { expect, test } from "vitest"
import { inertDocument } from "./html-preview"

const body = "<body><script>alert(1)</script><img src=https://tracker.example/x.png></body>"

test("the policy stands before anything foreign, and allows no request", () => {
  const html = inertDocument({ style: "p { color: red }", body })
  const policy = html.indexOf("Content-Security-Policy")
  expect(policy).toBeGreaterThan(0)
  expect(policy).toBeLessThan(html.indexOf("color: red"))
  expect(policy).toBeLessThan(html.indexOf("<script"))
  expect(html).toContain("default-src 'none'; img-src data:")
})

test("the document's own look comes first, so that what was written can change it", () => {
  const html = inertDocument({ style: "p { color: red }", body })
  expect(html.indexOf(".blocked-picture")).toBeLessThan(html.indexOf("color: red"))
})

test("what hides the whole text comes before what shows it", () => {
  const html = inertDocument({ style: "body { display: none !important }", body })
  expect(html.indexOf("display: none")).toBeLessThan(html.indexOf("display: block !important"))
})

test("its styles come under the page's nonce, and what was written gets none", () => {
  const html = inertDocument({ style: "p { color: red }", body, nonce: "abc" })
  expect(html.match(/<style nonce="abc">/g)).toHaveLength(3)
  expect(html.match(/nonce/g)).toHaveLength(3)
})
