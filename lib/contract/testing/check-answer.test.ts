import { expect, test } from "vitest"
import { findFault } from "./check-answer"

const json = "application/json"
const problemType = "application/problem+json"
const problem = (code: string, more: object = {}) =>
  JSON.stringify({
    type: "urn:x",
    title: "X",
    status: 400,
    detail: "X.",
    code,
    requestId: "1",
    ...more,
  })

const look = (asked: string, status: number, type: string | undefined, body = "") => {
  const [method = "", path = ""] = asked.split(" ")
  const headers = new Headers({
    "x-request-id": "1",
    "x-data-source": "live",
    "x-data-as-of": "2026-01-01T00:00:00Z",
    ...(type && { "content-type": type }),
  })
  return findFault({ method, path, status, headers, readText: async () => body })
}

test.each([
  ["GET /api/recents", 200, json, '{"recents":[]}'],
  ["HEAD /api/recents", 200, json, ""],
  ["GET /api/quota", 200, "text/event-stream; charset=utf-8", ""],
  ["DELETE /api/exports/1", 204, undefined, ""],
  ["GET /api/exports/1/file", 416, undefined, ""],
  ["GET /api/v1.4/departments", 304, undefined, ""],
  ["GET /api/v1.4/departments", 410, problemType, problem("cursor_expired")],
  [
    "GET /api/v1.4/departments",
    200,
    json,
    '{"count":0,"data":[],"nextUrl":"/api/v1.4/departments"}',
  ],
  ["GET /api/v1.4/nothing", 404, problemType, problem("unknown_path")],
] as const)("%s may return %i %s", async (asked, status, type, body) => {
  expect(await look(asked, status, type, body)).toBeUndefined()
})

// rules: OpenAPI 5
test.each([
  ["GET /api/recents", 200, json, "{}", /recents/],
  ["GET /api/recents", 200, json, '{"recents":[],"more":1}', /more/],
  ["GET /api/recents", 200, "text/plain", "", /text\/plain/],
  ["GET /api/recents", 206, json, "{}", /status/],
  ["GET /api/recents", 304, undefined, "", /status/],
  ["GET /api/recents", 410, problemType, problem("cursor_expired"), /status/],
  ["GET /api/v1.4/departments", 200, json, '{"count":0}', /data/],
  ["GET /api/v1.4/departments", 200, json, '{"count":0,"data":[],"nextUrl":"x"}', /nextUrl/],
  ["GET /api/v1.4/departments", 400, problemType, problem("name_taken"), /name_taken/],
  ["GET /api/v1.4/departments", 400, problemType, problem("invalid_query", { x: 1 }), /x/],
  ["DELETE /api/exports/1", 204, json, "{}", /nothing is described/],
  ["GET /api/v1.4/nothing", 404, "text/html", "", /text\/html/],
] as const)("%s may not return %i %s %s", async (asked, status, type, body, fault) => {
  expect(await look(asked, status, type, body)).toMatch(fault)
})

test("a fault reports method, path and status", async () => {
  expect(await look("GET /api/exports/1", 201, json)).toBe(
    "GET /api/exports/{id} answered 201: The status is not described.",
  )
})
