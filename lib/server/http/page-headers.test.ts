import { expect, test } from "vitest"
import { contentSecurityPolicy, everyHeaders, pageHeaders } from "./page-headers"

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
  expect(pageHeaders({ ...settings, secure: true })).toMatchObject({
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  })
  expect(pageHeaders(settings)).not.toHaveProperty("strict-transport-security")
})

test("no answer, page or other, lets a base address lead its links elsewhere", () => {
  for (const headers of [everyHeaders(settings), pageHeaders(settings)])
    expect(headers["content-security-policy"]).toContain("base-uri 'none'")
})
