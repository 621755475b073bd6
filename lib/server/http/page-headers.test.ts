import { expect, test } from "vitest"
import { contentSecurityPolicy, pageHeaders } from "./page-headers"

const settings = { nonce: "abc", development: false, secure: false }

test("scripts run by nonce only, and pages are framed by nobody", () => {
  const policy = contentSecurityPolicy(settings).split("; ")
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain("form-action 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("object-src 'none'")
})

test("only development evaluates text", () => {
  expect(contentSecurityPolicy({ ...settings, development: true })).toContain("'unsafe-eval'")
  expect(contentSecurityPolicy(settings)).not.toContain("'unsafe-eval'")
})

test("under https the browser is told to stay there", () => {
  expect(pageHeaders({ ...settings, secure: true })).toHaveProperty("strict-transport-security")
  expect(pageHeaders(settings)).not.toHaveProperty("strict-transport-security")
})
