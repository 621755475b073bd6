import { expect, test } from "vitest"
import { contentSecurityPolicy, everyHeaders, newNonce, pageHeaders } from "./page-headers"

const settings = { nonce: "abc", development: false, secure: false }

test("scripts and style elements need a nonce, and pages cannot be framed", () => {
  const policy = contentSecurityPolicy(settings).split("; ")
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'")
  expect(policy).toContain("style-src 'self' 'nonce-abc'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain("form-action 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("object-src 'none'")
})

test("each nonce has 256 bits and is unique", () => {
  const made = Array.from({ length: 1000 }, newNonce)
  expect(new Set(made).size).toBe(1000)
  for (const nonce of made) expect(Buffer.from(nonce, "base64").length).toBe(32)
})

test("only development allows unsafe-eval", () => {
  expect(contentSecurityPolicy({ ...settings, development: true })).toContain("'unsafe-eval'")
  expect(contentSecurityPolicy(settings)).not.toContain("'unsafe-eval'")
})

test("pages over https have Strict-Transport-Security", () => {
  expect(pageHeaders({ ...settings, secure: true })).toMatchObject({
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  })
  expect(pageHeaders(settings)).not.toHaveProperty("strict-transport-security")
})

test("the policy of every response forbids a base URL", () => {
  for (const headers of [everyHeaders(settings), pageHeaders(settings)])
    expect(headers["content-security-policy"]).toContain("base-uri 'none'")
})
