import { afterAll, beforeAll, expect, inject, it } from "vitest"
import { versions } from "@/lib/catalogue"
import { demoClient } from "./identity/demo-client"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
let page: Response
let markup: string

beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count: 1 })
  page = await fetch(`${service.origin}/docs`)
  markup = await page.text()
})
afterAll(() => service.stop())

const scriptPath = () => /<script src="([^"]+)">/.exec(markup)?.[1] ?? ""
const fetchScript = (init?: RequestInit) => fetch(`${service.origin}${scriptPath()}`, init)

// rules: OpenAPI 4
it("serves the reference page without a token", () => {
  expect(page.status).toBe(200)
  expect(page.headers.get("content-type")).toMatch(/^text\/html/)
  expect(page.headers.get("x-request-id")).toBeTruthy()
})

// rules: OpenAPI 4
it("links to the document of every version, the newest first, and each is served", async () => {
  const offered = [...markup.matchAll(/"url":"(\/openapi\/[^"]+)","default":(true|false)/g)]
  expect(offered.map(([, url, isDefault]) => [url, isDefault])).toEqual(
    versions.toReversed().map((version, index) => [`/openapi/${version}.json`, `${index === 0}`]),
  )
  for (const [, url] of offered) expect((await fetch(`${service.origin}${url}`)).status).toBe(200)
})

it("contains no absolute URL", () => {
  const links = markup.replaceAll("http://www.w3.org/2000/svg", "")
  expect(links).not.toMatch(/https?:\/\//)
})

// rules: OpenAPI 4
it("has a content security policy that allows only its own scripts and requests", () => {
  const policy = page.headers.get("content-security-policy") ?? ""
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1]?.split(" ")
  expect(scripts).toEqual(["'self'", expect.stringMatching(/^'sha256-[\w+/]{43}='$/)])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toContain("unsafe-eval")
})

it("is revalidated by its ETag and returns 304 if unchanged", async () => {
  expect(page.headers.get("cache-control")).toBe("no-cache")
  const tag = page.headers.get("etag") ?? ""
  const again = await fetch(`${service.origin}/docs`, { headers: { "if-none-match": tag } })
  expect([again.status, await again.text()]).toEqual([304, ""])
})

it("serves its script as immutable, compressed for clients that accept gzip", async () => {
  const packed = await fetchScript({ headers: { "accept-encoding": "gzip" } })
  const plain = await fetchScript({ headers: { "accept-encoding": "identity" } })
  expect(packed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
  expect(packed.headers.get("content-encoding")).toBe("gzip")
  expect(plain.headers.get("content-encoding")).toBeNull()
  expect(plain.headers.get("vary")).toBe("accept-encoding")
  expect(await packed.text()).toBe(await plain.text())
})

it.each(["/docs", "script"])("responds to HEAD like GET, without the body: %s", async (path) => {
  const url = `${service.origin}${path === "script" ? scriptPath() : path}`
  const answer = await fetch(url, { method: "HEAD" })
  expect([answer.status, await answer.text()]).toEqual([200, ""])
})

it.each(["/docs/", "/docs/scalar.js", "/docs/%2e%2e/package.json", "/Docs"])(
  "has no other file: %s",
  async (path) => {
    const answer = await fetch(`${service.origin}${path}`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { errorCode: "unknown_path" }])
  },
)

// rules: OpenAPI 4
it("issues a token to a script of the same origin only", async () => {
  const ask = (site: string) =>
    fetch(`${service.origin}/oidc/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa(`${demoClient.id}:${demoClient.secret}`)}`,
        origin: service.origin,
        "sec-fetch-site": site,
      },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "svc.api" }),
    })
  expect(await (await ask("same-origin")).json()).toHaveProperty("access_token")
  for (const site of ["same-site", "cross-site", ""]) expect((await ask(site)).status).toBe(400)
})
