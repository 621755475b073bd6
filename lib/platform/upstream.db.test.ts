import { gzipSync } from "node:zlib"
import { afterEach, beforeEach, expect, test } from "vitest"
import { catalogue, findOperation } from "../catalogue"
import type { UpstreamLimits } from "./config"
import {
  answerJson,
  type Script,
  type ScriptedPlatform,
  startScriptedPlatform,
} from "./testing/scripted-platform"
import { createUpstream, type ReadOperation, type UpstreamRead } from "./upstream"

let platform: ScriptedPlatform
const now = Date.parse("2026-11-21T10:00:00Z")

beforeEach(async () => {
  platform = await startScriptedPlatform()
})
afterEach(() => platform.stop())

const patient = { headersMs: 20_000, wholeMs: 20_000, bodyBytes: 1000 }

const once = { retries: 0, pauseMs: 0, withinMs: 0 }

const create = (overrides: { apiUrl?: string } = {}, limits: UpstreamLimits = patient) =>
  createUpstream({
    retries: once,
    catalogue,
    config: {
      apiUrl: platform.apiUrl,
      tokenUrl: platform.tokenUrl,
      clientId: "client",
      clientSecret: "secret",
      scopePrefix: "svc.api",
      ...overrides,
    },
    clock: () => now,
    limits,
  })

const departments = findOperation(catalogue, "departments") as ReadOperation
const read = (more: Partial<UpstreamRead> = {}): UpstreamRead => ({
  operation: departments,
  parameters: {},
  scope: "all",
  search: new URLSearchParams(),
  following: false,
  requestId: "request-1",
  ticket: { priority: "person", person: "person-1" },
  ...more,
})

test("a read has headers for the token, the accepted type and the request id, and no others", async () => {
  await create().read(read({ search: new URLSearchParams("limit=5&name=A B") }))
  const [arrival] = platform.reads
  expect(arrival?.url).toBe("/api/v1.4/departments?limit=5&name=A+B")
  const { host: _host, connection: _connection, ...headers } = arrival?.headers ?? {}
  expect(headers).toEqual({
    authorization: "Bearer token-1",
    accept: "application/json",
    "accept-type": "application/json",
    "x-request-id": "request-1",
  })
})

test("a scope other than all rows is refused without a call, because the platform returns all rows", async () => {
  const scope = { person: "somebody" } as unknown as UpstreamRead["scope"]
  await expect(create().read(read({ scope }))).rejects.toThrow("everybody's rows")
  expect(platform.reads).toHaveLength(0)
})

// rules: A report page 2
test("the response is parsed with unknown fields and gets its time of arrival", async () => {
  platform.onRead = answerJson({ count: 1, data: [{ id: "a", new: [1] }], nextUrl: null })
  const { envelope, receivedAt } = await create().read(read())
  expect(envelope).toEqual({ count: 1, data: [{ id: "a", new: [1] }], nextUrl: null })
  expect(receivedAt).toBe(now)
})

test("fifty parallel reads fetch one token", async () => {
  const upstream = create()
  await Promise.all(Array.from({ length: 50 }, () => upstream.read(read())))
  expect(platform.reads).toHaveLength(50)
  expect(platform.tokenRequests).toHaveLength(1)
})

test("a token that is refused before it expires is renewed once for all reads that used it", async () => {
  platform.onRead = (response, arrival) =>
    arrival.headers.authorization === "Bearer token-1"
      ? answerJson({ errorCode: "unauthenticated" }, 401)(response, arrival)
      : answerJson({ count: 0, data: [] })(response, arrival)
  const upstream = create()
  await Promise.all(Array.from({ length: 10 }, () => upstream.read(read())))
  expect(platform.tokenRequests).toHaveLength(2)
  expect(platform.reads).toHaveLength(20)
})

test("a platform that refuses every token is called only twice", async () => {
  platform.onRead = answerJson({}, 401)
  await expect(create().read(read())).rejects.toMatchObject({ code: "upstream_unauthorized" })
  expect(platform.reads).toHaveLength(2)
})

const html: Script = (response) => {
  response.writeHead(200, { "content-type": "text/html" })
  response.end("<!doctype html><title>Maintenance</title>")
}
const truncated: Script = (response) => {
  response.writeHead(200, { "content-length": "400" })
  response.write('{"count":1,"data":[')
  setTimeout(() => response.destroy(), 20)
}
const compressed: Script = (response) => {
  response.writeHead(200, { "content-encoding": "gzip" })
  response.end(gzipSync('{"count":0,"data":[]}'))
}
const endless: Script = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(timer))
}

const faults: readonly (readonly [string, Script, object])[] = [
  ["HTML with 200", html, { code: "upstream_invalid" }],
  ["a wrong shape", answerJson({ data: {} }), { code: "upstream_invalid" }],
  ["a wrong field type", answerJson({ data: [{ name: 5 }] }), { code: "upstream_invalid" }],
  ["an answer cut off", truncated, { code: "upstream_cut_off" }],
  ["a compressed answer", compressed, { code: "upstream_invalid" }],
  [
    "an answer above the cap",
    answerJson({ data: [{ name: "x".repeat(2000) }] }),
    { code: "upstream_invalid" },
  ],
  [
    "bytes that are not UTF-8",
    (response) => response.end(Buffer.from([0x22, 0xff, 0x22])),
    { code: "upstream_invalid" },
  ],
  [
    "no HTTP at all",
    (response) => response.socket?.end("hello\r\n\r\n"),
    { code: "upstream_invalid" },
  ],
  [
    "a redirect",
    answerJson({}, 302, { location: "/api/v1.4/departments" }),
    { code: "upstream_invalid" },
  ],
  [
    "a reset before the headers",
    (response) => response.destroy(),
    { code: "upstream_unreachable" },
  ],
  ["403", answerJson({ errorCode: "insufficient_scope" }, 403), { code: "upstream_forbidden" }],
  ["404", answerJson({ errorCode: "not_found" }, 404), { code: "not_found" }],
  ["500", answerJson({}, 500), { code: "upstream_failed" }],
  ["502 of a gateway", html502, { code: "upstream_failed" }],
  [
    "503",
    answerJson({}, 503, { "retry-after": "9" }),
    { code: "upstream_unavailable", retryAfter: 9 },
  ],
  [
    "429 in seconds",
    answerJson({}, 429, { "retry-after": "12" }),
    { code: "upstream_rate_limited", retryAfter: 12 },
  ],
  [
    "429 until a date",
    answerJson({}, 429, { "retry-after": "Sat, 21 Nov 2026 10:00:30 GMT" }),
    { code: "upstream_rate_limited", retryAfter: 30 },
  ],
  ["429 without a time", answerJson({}, 429), { code: "upstream_rate_limited", retryAfter: 45 }],
  [
    "400 with details",
    answerJson(
      {
        errorCode: "invalid_query",
        message: "No.",
        details: [{ parameter: "name", message: "Bad." }],
      },
      400,
    ),
    {
      code: "refused_request",
      explanation: "No.",
      details: [{ parameter: "name", message: "Bad." }],
    },
  ],
  [
    "a feature that is switched off",
    answerJson({ errorCode: "feature_not_enabled", message: "Stages are off." }, 400),
    { code: "feature_not_enabled", explanation: "Stages are off.", details: [] },
  ],
]

function html502(response: Parameters<Script>[0]) {
  response.writeHead(502, { "content-type": "text/html" })
  response.end("<h1>Bad gateway</h1>")
}

test.each(faults)("%s is reported as a coded error", async (_, script, expected) => {
  platform.onRead = script
  await expect(create().read(read())).rejects.toMatchObject({ name: "UpstreamError", ...expected })
  expect(platform.reads).toHaveLength(1)
})

test("a response without headers times out at the deadline for headers", async () => {
  platform.onRead = () => {}
  const upstream = create({}, { ...patient, headersMs: 50 })
  await expect(upstream.read(read())).rejects.toMatchObject({ code: "upstream_timeout" })
})

test("a body that never ends times out at the deadline for the whole response", async () => {
  platform.onRead = endless
  const upstream = create({}, { headersMs: 20_000, wholeMs: 1_000, bodyBytes: 1_000_000 })
  await expect(upstream.read(read())).rejects.toMatchObject({ code: "upstream_timeout" })
})

test("an unreachable platform is reported as a coded error", async () => {
  const upstream = create()
  await upstream.checkAccess()
  await platform.stop()
  await expect(upstream.read(read())).rejects.toMatchObject({ code: "upstream_unreachable" })
})

test.each([400, 404, 410])("%i on a cursor is reported as cursor_expired", async (status) => {
  platform.onRead = answerJson({ errorCode: "invalid_cursor" }, status)
  await expect(create().read(read({ following: true }))).rejects.toMatchObject({
    code: "cursor_expired",
  })
})

test("an error's message contains no URL, token or body", async () => {
  const upstream = create({ apiUrl: "http://127.0.0.1:1/planted-path" })
  const error = await upstream.read(read()).catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ message: "upstream_unreachable" })
})
