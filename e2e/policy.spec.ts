import { dashboardUrl } from "./environment"
import { cookieOf, expect, test } from "./people"
import { requestRaw } from "./raw-request"

const paths = [
  "/",
  "/signin",
  "/unknown",
  "/unknown.png",
  "/unknown.txt?x=1",
  "/reports/departments.ico",
  "/reports/unknown.webp",
  "/data/unknown/1.svg",
  "/favicon.ico",
  "/icon.svg",
  "/icon.svg/x.png",
  "/%E0%A4%A.png",
  "/api",
  "/api/unknown",
  "/api/unknown.png",
  "/api/auth",
  "/api/auth/unknown.txt",
  "/_next/unknown",
  "/_next/unknown.png",
  "/_next/static/unknown.js",
  "/_next/image?url=/icon.svg&w=64&q=75",
]

/** A nonce and policies in the request, which the dashboard must not use. */
const planted = {
  "x-nonce": "planted",
  "content-security-policy": "script-src 'nonce-planted'",
  "content-security-policy-report-only": "script-src 'nonce-planted'",
}

// rules: Policy
for (const person of ["nobody", "hr"] as const)
  test(`every document for ${person} has a policy, whatever its path, and uses no nonce from the request`, {
    tag: "@deep",
  }, async ({ sessionOf }) => {
    const cookie = person === "nobody" ? "" : cookieOf(await sessionOf(person))
    const wrong: string[] = []
    let documents = 0
    for (const path of paths) {
      const answer = await fetch(`${dashboardUrl()}${path}`, {
        headers: { ...planted, accept: "text/html", cookie },
        redirect: "manual",
      })
      const text = await answer.text()
      const policy = answer.headers.get("content-security-policy") ?? ""
      const isDocument = /html|svg/.test(answer.headers.get("content-type") ?? "")
      if (isDocument) documents += 1
      if (isDocument && !/script-src 'self' 'nonce-|default-src 'none'/.test(policy))
        wrong.push(`${path}: ${answer.status} without a policy`)
      if (text.includes("planted") || JSON.stringify([...answer.headers]).includes("planted"))
        wrong.push(`${path}: ${answer.status} reflects the request`)
    }
    expect(wrong).toEqual([])
    expect(documents).toBeGreaterThan(person === "nobody" ? 1 : 8)
  })

const every = [
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-resource-policy",
]

test("every response has the security headers, including files, redirects and refusals", async () => {
  const requested = [
    ...[
      ...paths,
      "//elsewhere.test",
      "/healthz",
      "/api/views",
      "/api/auth/session",
      "elsewhere",
    ].map((path) => ({ method: "GET", path })),
    ...["TRACE", "OPTIONS", "HEAD", "POST"].map((method) => ({ method, path: "/" })),
  ]
  const wrong: string[] = []
  const statuses = new Set<number>()
  for (const { method, path } of requested) {
    const { status, headers } = await requestRaw(path, { method })
    statuses.add(status)
    for (const name of every)
      if (!headers[name]) wrong.push(`${method} ${path}: ${status} without ${name}`)
  }
  expect(wrong).toEqual([])
  for (const status of [200, 307, 308, 400, 401, 404, 405]) expect(statuses).toContain(status)
})
