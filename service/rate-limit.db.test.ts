import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { demoClient } from "./identity/demo-client"
import { startTestService, type TestService } from "./testing/test-service"

const databaseUrl = inject("databaseUrl")
const limit = 10
let one: TestService
let two: TestService
beforeAll(async () => {
  one = await startTestService({ databaseUrl, rateLimit: limit })
  two = await startTestService({ databaseUrl, rateLimit: limit, joins: one })
})
afterAll(async () => {
  await two.stop()
  await one.stop()
})

const forgetAll = () => one.query("truncate admitted_request")
const statusOf = async (answer: Promise<Response>) => (await answer).status
const highscores = "/v1/highscores"

/** Uses up the demo client's limit. */
async function spendAll() {
  await forgetAll()
  for (let sent = 0; sent < limit; sent++) expect((await one.get(highscores)).status).toBe(200)
}

describe("the rate limit", () => {
  // rules: Rate limit 1
  test("is shared by two instances: of three times as many concurrent requests, exactly the limit is admitted", async () => {
    await forgetAll()
    const paths = [highscores, "/v1.4/departments", "/v1/communication/notifications/channels"]
    const statuses = await Promise.all(
      Array.from({ length: 3 * limit }, (_, index) =>
        statusOf((index % 2 ? one : two).get(paths[index % 3] ?? "")),
      ),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(limit)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * limit)
  })

  // rules: Rate limit 2
  test("returns 429 with the seconds until the next request is admitted", async () => {
    await spendAll()
    const answer = await two.get(highscores)
    expect(answer.status).toBe(429)
    const seconds = answer.headers.get("retry-after") ?? ""
    expect(seconds).toMatch(/^[1-9]\d*$/)
    expect(Number(seconds)).toBeLessThanOrEqual(60)
    expect(await answer.json()).toEqual({
      errorCode: "rate_limited",
      message: "Too many requests; wait for the seconds that Retry-After names.",
    })
  })

  // rules: Rate limit 2
  test("admits requests again after Retry-After", async () => {
    await spendAll()
    const retryAfter = Number((await one.get(highscores)).headers.get("retry-after"))
    await one.query(
      `update admitted_request set admitted_at = admitted_at - interval '${retryAfter} s'`,
    )
    expect((await one.get(highscores)).status).toBe(200)
  })

  // rules: Rate limit 2
  test("counts every admitted request, even one that then fails, and no other", async () => {
    await forgetAll()
    const kpis = { headers: { authorization: `Bearer ${await one.token("svc.api.kpis")}` } }
    for (const path of ["/v1/nothing", "/v1.4/highscores"]) await one.get(path)
    await one.get(highscores, { headers: {} })
    await one.get(highscores, kpis)
    for (let sent = 0; sent < limit; sent++)
      expect(await statusOf(one.get(`${highscores}?limit=0`))).toBe(400)
    expect(await statusOf(one.get(highscores))).toBe(429)
  })

  test("does not count identity, health check and metrics requests", async () => {
    await spendAll()
    for (const path of [
      "/healthz",
      "/readyz",
      "/metrics",
      "/oidc/.well-known/openid-configuration",
    ])
      expect(await statusOf(fetch(`${one.origin}${path}`))).toBe(200)
    expect(await one.token()).toBeTypeOf("string")
  })

  // rules: Rate limit 1
  test("is separate for each client", async () => {
    await spendAll()
    await one.query(
      `update admitted_request set client_id = 'another' where client_id = '${demoClient.id}'`,
    )
    expect(await statusOf(one.get(highscores))).toBe(200)
  })

  // rules: Rate limit 1
  test("does not access its table if it is disabled", async () => {
    const off = await startTestService({ databaseUrl, rateLimit: 0, joins: one })
    await spendAll()
    await one.query("alter table admitted_request rename to admitted_request_away")
    expect(await statusOf(off.get(highscores))).toBe(200)
    await one.query("alter table admitted_request_away rename to admitted_request")
    await off.stop()
  })

  test("rejects requests if its table is unavailable", async () => {
    await one.query("alter table admitted_request rename to admitted_request_away")
    const answer = await one.get(highscores)
    await one.query("alter table admitted_request_away rename to admitted_request")
    expect(answer.status).toBeGreaterThanOrEqual(500)
  })
})
