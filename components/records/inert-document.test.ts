import { expect, test } from "vitest"
import { inertDocument } from "./html-preview"

const body = "<body><script>alert(1)</script><img src=https://tracker.example/x.png></body>"

test("the policy precedes all foreign content and allows no request", () => {
  const html = inertDocument({ style: "p { color: red }", body })
  const policy = html.indexOf("Content-Security-Policy")
  expect(policy).toBeGreaterThan(0)
  expect(policy).toBeLessThan(html.indexOf("color: red"))
  expect(policy).toBeLessThan(html.indexOf("<script"))
  expect(html).toContain("default-src 'none'; img-src data:")
})

test("the default styles come first, so the content's styles override them", () => {
  const html = inertDocument({ style: "p { color: red }", body })
  expect(html.indexOf(".blocked-picture")).toBeLessThan(html.indexOf("color: red"))
})

test("the rule that shows the body comes after content styles that hide it", () => {
  const html = inertDocument({ style: "body { display: none !important }", body })
  expect(html.indexOf("display: none")).toBeLessThan(html.indexOf("display: block !important"))
})

test("styles get the page's nonce, and scripts in the content do not", () => {
  const html = inertDocument({ style: "p { color: red }", body, nonce: "abc" })
  expect(html.match(/<style nonce="abc">/g)).toHaveLength(3)
  expect(html.match(/nonce/g)).toHaveLength(3)
})
