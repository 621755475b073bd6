import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { guidOf } from "./testing/small-data"
import { startTestService, type TestService } from "./testing/test-service"

const limit = 1
let service: TestService
let trusted: string
let foreign: string
let unsigned: string
beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  const switchedOff = ["contentModule.commentsAndReactions"]
  service = await startTestService({ databaseUrl, rateLimit: limit, switchedOff })
  trusted = `Bearer ${await service.token()}`
  foreign = `Bearer ${await service.token("svc.api.kpis")}`
  unsigned = `${foreign.slice(0, foreign.lastIndexOf("."))}.AAAA`
})
afterAll(() => service.stop())

interface Sent {
  method: string
  path: string
  authorization: string
  type?: string
  body?: string
}

/**
 * An expected error and the change that corrects it in a request that also has all later errors.
 */
type Step = readonly [status: number, errorCode: string, repair: Partial<Sent> | "window"]

async function spendWindow() {
  await service.query("truncate admitted_request")
  const headers = { authorization: trusted }
  for (let sent = 0; sent < limit; sent++) await service.get("/v1/highscores", { headers })
}

async function ask({ method, path, authorization, type, body }: Sent) {
  const headers = { authorization, ...(type !== undefined && { "content-type": type }) }
  const answer = await service.get(path, { method, headers, ...(body !== undefined && { body }) })
  const { errorCode } = (await answer.json()) as { errorCode?: string }
  return [answer.status, errorCode]
}

/** Sends the request with all errors, then corrects them one by one. */
async function expectSteps(request: Sent, steps: readonly Step[]) {
  await spendWindow()
  let sent = request
  let isSpent = true
  for (const [status, errorCode, repair] of steps) {
    if (!isSpent) await service.query("truncate admitted_request")
    expect(await ask(sent)).toEqual([status, errorCode])
    if (repair === "window") isSpent = false
    else sent = { ...sent, ...repair }
  }
}

const nowhere = guidOf("nowhere")
const module = guidOf("contentModule")
const post = guidOf("contentPost")

/** The steps up to the rate limit, the same for every operation. */
const upToLimit = (method: string, path: string): Step[] => [
  [404, "unknown_path", { path }],
  [405, "method_not_allowed", { method }],
  [401, "unauthenticated", { authorization: foreign }],
  [403, "insufficient_scope", { authorization: trusted }],
  [429, "rate_limited", "window"],
]

describe("A request with several errors returns the first in the table's order", () => {
  // rules: Errors 5, Rate limit 2
  test("for a list: path, method, token, scope, rate, guid, query, cursor, record", async () => {
    const path = "/v1/contentmodules/42/content?limit=0"
    const list = `/v1/contentmodules/${nowhere}/content`
    await expectSteps({ method: "PUT", path: path.replace("?", "/?"), authorization: unsigned }, [
      ...upToLimit("GET", path),
      [400, "invalid_path", { path: `${list}?limit=0` }],
      [400, "invalid_query", { path: `${list}?cursor=made-up` }],
      [400, "invalid_cursor", { path: list }],
      [404, "not_found", {}],
    ])
  })

  // rules: Errors 5
  test("for a gated list: rate, guid, query, feature, record", async () => {
    const reactions = (comment: string) =>
      `/v1/contentmodules/${module}/content/${post}/comments/${comment}/reactions`
    await expectSteps({ method: "GET", path: reactions("42"), authorization: trusted }, [
      [429, "rate_limited", "window"],
      [400, "invalid_path", { path: `${reactions(nowhere)}?limit=0` }],
      [400, "invalid_query", { path: reactions(nowhere) }],
      [400, "feature_not_enabled", { path: reactions(nowhere).replace(module, nowhere) }],
      [404, "not_found", {}],
    ])
  })

  // rules: Errors 5
  test("for a change: path, method, token, scope, rate, guid, query, type, size, body, record", async () => {
    const path = "/v1.2/departments/42?limit=1"
    const department = `/v1.2/departments/${nowhere}`
    const request = {
      method: "PUT",
      path: path.replace("?", "/?"),
      authorization: unsigned,
      type: "text/plain",
      body: `[${" ".repeat(70_000)}`,
    }
    await expectSteps(request, [
      ...upToLimit("PATCH", path),
      [400, "invalid_path", { path: `${department}?limit=1` }],
      [400, "invalid_query", { path: department }],
      [415, "unsupported_media_type", { type: "application/json" }],
      [413, "body_too_large", { body: "[" }],
      [400, "malformed_body", { body: '[{"op":"jump","path":"/name"}]' }],
      [400, "malformed_patch", { body: '[{"op":"replace","path":"/id","value":1}]' }],
      [404, "not_found", { path: `/v1.2/departments/${guidOf("id 0")}` }],
      [422, "patch_not_applicable", { body: '[{"op":"test","path":"/name","value":1}]' }],
      [409, "test_failed", {}],
    ])
  })
})
