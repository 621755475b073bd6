import { expect, test } from "vitest"
import { inertDocument } from "./inert-document"

test("the policy stands before anything foreign, and allows no request", () => {
  const html = inertDocument("<script>alert(1)</script><img src=https://tracker.example/x.png>")
  const policy = html.indexOf("Content-Security-Policy")
  expect(policy).toBeGreaterThan(0)
  expect(policy).toBeLessThan(html.indexOf("<script"))
  expect(html).toContain("default-src 'none'; img-src data:")
})

test("links go to new windows, which the sandbox refuses", () => {
  const html = inertDocument('<base target="_self"><a href="https://example.com">x</a>')
  expect(html.indexOf('<base target="_blank">')).toBeLessThan(html.indexOf('<base target="_self">'))
})
