import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { demoClient } from "./identity/demo-client"
import { guidOf } from "./testing/small-data"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
})
afterAll(() => service.stop())

test("A request's log line has only its id, method, operation, status, duration and client.", async () => {
  await service.get("/v1/highscores?name=planted-filter")
  const line = service.lines.findLast(({ operation }) => operation === "highscores")
  expect(Object.keys(line ?? {}).toSorted()).toEqual(
    ["clientId", "level", "method", "ms", "msg", "operation"].concat(
      "program",
      "requestId",
      "status",
      "time",
    ),
  )
})

test("A plain request id of the client is returned and logged, and another one is replaced.", async () => {
  const token = await service.token()
  const headers = { authorization: `Bearer ${token}`, "x-request-id": "planted-id.1" }
  const answer = await service.get("/v1/highscores", { headers })
  expect(answer.headers.get("x-request-id")).toBe("planted-id.1")
  expect(service.lines.filter(({ requestId }) => requestId === "planted-id.1")).toHaveLength(1)
  const odd = { ...headers, "x-request-id": "planted {id}" }
  const other = (await service.get("/v1/highscores", { headers: odd })).headers.get("x-request-id")
  expect(other).toMatch(/^[\da-f-]{36}$/)
})

// rules: Operations
test("The log never contains tokens, secrets, bodies, path ids or filter values.", async () => {
  const token = await service.token()
  const headers = { authorization: `Bearer ${token}` }
  const planted = guidOf("planted")
  const form = (secret: string) =>
    new URLSearchParams({
      grant_type: "client_credentials",
      client_id: demoClient.id,
      client_secret: secret,
    })
  const send = (path: string, init: RequestInit) => fetch(`${service.origin}${path}`, init)
  const department = `/api/v1.2/departments/${guidOf("department")}`
  const patch = JSON.stringify([{ op: "replace", path: "/name", value: "planted-name" }])
  const json = { ...headers, "content-type": "application/json-patch+json" }
  await send("/api/v1/highscores?name=planted-filter", { headers })
  await send("/api/v1/highscores?cursor=planted-cursor", { headers })
  await send("/api/v1/highscores", { headers: { authorization: "Bearer planted.token.here" } })
  await send(`/api/v1/contentmodules/${planted}/content`, { headers })
  await send("/api/v1/planted-path", { headers: { ...headers, cookie: "planted-cookie" } })
  await send(department, { method: "PATCH", headers: json, body: patch })
  await send(department, { method: "PATCH", headers: json, body: '{"planted-json' })
  await send("/oidc/token", { method: "POST", body: form("planted-secret") })
  await send("/oidc/token", { method: "POST", body: form(demoClient.secret) })
  await service.query("alter table highscore rename to highscore_away")
  expect((await send("/api/v1/highscores?name=planted-fault", { headers })).status).toBe(500)
  await service.query("alter table highscore_away rename to highscore")

  const log = JSON.stringify(service.lines)
  expect(service.lines.length).toBeGreaterThan(10)
  for (const secret of ["planted-", "planted.", planted, token, demoClient.secret])
    expect([secret, log.replaceAll("planted-id.1", "").includes(secret)]).toEqual([secret, false])
})
