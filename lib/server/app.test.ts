import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { createApp } from "./app"
import type { LogEntry } from "./http/log"
import { BffError } from "./http/problem"
import type { BoundRoute } from "./http/routes"

const origin = "https://dashboard.test"
const session = { sub: "ada", roles: [], expiresAt: 0 }

/** Creates an app with one route and collects its log lines. */
function open(handle: BoundRoute["handle"]) {
  const lines: (LogEntry & { readonly level: string })[] = []
  const route = {
    name: "test",
    method: "GET",
    path: "/api/test/{id}",
    summary: "Test",
    permission: "signed-in",
    scope: "none",
    answer: null,
    problems: [],
  } as const
  const app = createApp({
    routes: [{ route, handle }],
    readSession: async () => session,
    origin,
    clock: () => 0,
    log: {
      info: (entry) => void lines.push({ ...entry, level: "info" }),
      error: (entry) => void lines.push({ ...entry, level: "error" }),
    },
  })
  const ask = (init: RequestInit = {}, encodes = false, target = "/api/test/1") =>
    app.fetch(new Request(`${origin}/`, init), { target, encodes })
  return { ask, lines }
}

const csv = "name;city\n".repeat(200)
const cases = [
  ["text/csv", {}, true],
  ["application/json", { vary: "cookie" }, true],
  ["application/problem+json", {}, true],
  ["text/event-stream", {}, false],
  ["application/zip", {}, false],
  ["text/csv", { "cache-control": "private, no-transform" }, false],
] as const

test.each(cases.flatMap((each) => ["text", "stream"].map((kind) => [kind, ...each] as const)))(
  "A %s body of type %s with headers %o is compressed: %s",
  async (kind, type, more, isCompressed) => {
    const body = () => (kind === "text" ? csv : new Blob([csv]).stream())
    const headers = { "content-type": type, ...more }
    const { ask } = open(async () => new Response(body(), { status: 201, headers }))
    const request = { headers: { "accept-encoding": "gzip" } }
    const answer = await ask(request, true)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.status).toBe(201)
    expect(answer.headers.get("content-encoding")).toBe(isCompressed ? "gzip" : null)
    expect((isCompressed ? gunzipSync(bytes) : bytes).toString()).toBe(csv)
    if (isCompressed) expect(answer.headers.get("vary")).toMatch(/accept-encoding/i)
    const behindNext = await ask(request, false)
    expect(behindNext.headers.get("content-encoding")).toBeNull()
  },
)

test("Internal and upstream failures are logged as errors; invalid and retryable requests as info.", async () => {
  for (const [level, refusal] of [
    ["error", new BffError("upstream_unreachable")],
    ["error", new BffError("internal")],
    ["info", new BffError("invalid_query")],
    ["info", new BffError("not_copied", { retryAfter: 30 })],
  ] as const) {
    const { ask, lines } = open(() => Promise.reject(refusal))
    const answer = await ask()
    expect(answer.headers.get("content-type")).toBe("application/problem+json")
    expect(lines).toMatchObject([{ level, code: refusal.code, operation: "test" }])
    expect(lines[0]?.requestId).toBe(answer.headers.get("x-request-id"))
  }
})

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

test.each([
  [traceparent, traceparent],
  [`${traceparent}, ${traceparent}`, undefined],
])("The log line of a request with traceparent %s has %s.", async (given, expected) => {
  const { ask, lines } = open(async () => ({}))
  await ask({ headers: { traceparent: given } })
  expect(lines.map((line) => line.traceparent)).toEqual([expected])
})

test("HEAD returns the headers of GET and cancels the body.", async () => {
  let isCancelled = false
  const cancel = () => {
    isCancelled = true
  }
  const { ask } = open(async () => new Response(new ReadableStream({ cancel })))
  const answer = await ask({ method: "HEAD" })
  expect([answer.status, answer.body]).toEqual([200, null])
  expect(isCancelled).toBe(true)
  const json = open(async () => ({ name: "Ærø" }))
  const head = await json.ask({ method: "HEAD" })
  expect(head.headers.get("content-length")).toBe(`${Buffer.byteLength('{"name":"Ærø"}')}`)
})

test("A 405 response lists the allowed methods, and an encoded slash stays within its path segment.", async () => {
  const { ask } = open(async ({ parameters, search }) => ({ parameters, search: `${search}` }))
  const answer = await ask({ method: "DELETE" })
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET"])
  expect((await ask({}, false, "/api/test/a%2Fb")).status).toBe(200)
  expect((await ask({}, false, "/api/test/a/b")).status).toBe(404)
  expect((await ask({}, false, "/api/test/1/")).status).toBe(404)
})
