import { afterAll, beforeAll, expect, test } from "vitest"
import { hostileHeaders } from "./testing/hostile-headers"
import { type ScriptedBff, startScriptedBff } from "./testing/test-bff"

let started: ScriptedBff
beforeAll(async () => {
  started = await startScriptedBff()
})
afterAll(() => started.stop())

test("the platform is sent the same fresh headers whatever the browser sends", async () => {
  const { platform, ask } = started
  await ask("/v1.4/departments")
  const fallback = Object.keys(platform.reads[0]?.headers ?? {})
  const own = hostileHeaders(300).filter(({ origin }) => origin === undefined)
  for (const headers of own) await ask("/v1.4/departments", { headers: new Headers(headers) })
  expect(platform.reads.length).toBeGreaterThan(200)
  for (const { headers } of platform.reads) {
    expect(Object.keys(headers)).toEqual(fallback)
    expect(headers.authorization).toBe("Bearer token-1")
    expect(headers.host).toBe(new URL(platform.origin).host)
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/)
  }
})
