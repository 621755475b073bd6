import { afterEach, beforeEach, expect, test } from "vitest"
import { answerJson, type Script } from "../platform/testing/scripted-platform"
import { type ScriptedBff, startScriptedBff } from "./testing/test-bff"

let started: ScriptedBff
beforeEach(async () => {
  started = await startScriptedBff()
})
afterEach(() => started.stop())

const html: Script = (response) => response.end("<html><title>planted-page</title></html>")
const reset: Script = (response) => response.destroy()
const gate = { errorCode: "feature_not_enabled", message: "Stages are not enabled." }
const detail = { parameter: "name", message: "name is odd." }

const faults: readonly (readonly [string, Script, object, string | null])[] = [
  ["HTML", html, { status: 502, code: "upstream_invalid" }, null],
  ["a wrong shape", answerJson([1]), { status: 502, code: "upstream_invalid" }, null],
  ["a reset", reset, { status: 502, code: "upstream_unreachable" }, null],
  ["401", answerJson({}, 401), { status: 502, code: "upstream_unauthorized" }, null],
  ["403", answerJson({}, 403), { status: 502, code: "upstream_forbidden" }, null],
  ["404", answerJson({}, 404), { status: 404, code: "not_found" }, null],
  ["500", answerJson({}, 500), { status: 502, code: "upstream_failed" }, null],
  [
    "503",
    answerJson({}, 503, { "retry-after": "4" }),
    { status: 503, code: "upstream_unavailable", retryAfter: 4 },
    "4",
  ],
  [
    "429",
    answerJson({}, 429, { "retry-after": "8" }),
    { status: 503, code: "upstream_rate_limited", retryAfter: 8 },
    "8",
  ],
  [
    "400 with details",
    answerJson({ errorCode: "invalid_query", message: "No.", details: [detail] }, 400),
    { status: 400, code: "refused_request", detail: "No.", errors: [detail] },
    null,
  ],
  [
    "a switched-off feature",
    answerJson(gate, 400),
    { status: 400, code: "feature_not_enabled", detail: gate.message },
    null,
  ],
]

// rules: Errors 6, A report page 2
test.each(faults)(
  "%s from the platform maps to its own problem",
  async (_, script, expected, wait) => {
    started.platform.onRead = script
    const { status, headers, body } = await started.ask("/v1.4/departments")
    expect(body).toMatchObject(expected)
    expect(status).toBe(body.status)
    expect(headers.get("content-type")).toBe("application/problem+json")
    expect(headers.get("retry-after")).toBe(wait)
  },
)

test("a token endpoint that is down is reported as upstream_unreachable, and no read is sent", async () => {
  started.platform.onToken = reset
  const { body } = await started.ask("/v1.4/departments")
  expect(body).toMatchObject({ status: 502, code: "upstream_unreachable" })
  expect(started.platform.reads).toHaveLength(0)
})

// rules: Errors 6
test("an unexpected error responds 500, and neither the response nor the log has its message", async () => {
  const { ask, logged, time } = started
  time.now = Number.NaN
  const { status, body, text } = await ask("/v1.4/departments")
  expect(status).toBe(500)
  expect(body.code).toBe("internal")
  expect(text).not.toContain("Invalid time value")
  expect(logged.join("")).toContain("RangeError")
  expect(logged.join("")).not.toContain("Invalid time value")
})

test("each request writes one log line with only allowed fields", async () => {
  const { ask, logged } = started
  await ask("/v1.4/departments?name=planted-name")
  await ask("/v1.4/departments?name[like]=planted-name")
  const lines = logged.map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { operation: "departments", method: "GET", status: 200, durationMs: 0 },
    { operation: "departments", method: "GET", status: 400, code: "invalid_query" },
  ])
  const allowed = [
    "level",
    "time",
    "instance",
    "person",
    "msg",
    "requestId",
    "operation",
    "method",
    "status",
    "code",
    "source",
    "durationMs",
  ]
  for (const line of lines) expect(allowed).toEqual(expect.arrayContaining(Object.keys(line)))
  expect(logged.join("")).not.toContain("planted-name")
})
