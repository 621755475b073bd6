import { afterAll, beforeAll, expect, test } from "vitest"
import { hostileHeaders } from "./testing/hostile-headers"
import { type ScriptedBff, startScriptedBff } from "./testing/test-bff"

let started: ScriptedBff
beforeAll(async () => {
  started = await startScriptedBff()
})
afterAll(() => started.stop())

test("the platform gets the same clean headers whatever the browser sends", async () => {
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

test("a plain request id is passed to the platform, the response and the log; any other is replaced", async () => {
  const { platform, ask, logged } = started
  const askUnder = async (id: string) => {
    const headers = new Headers({ "x-request-id": id, "cache-control": "no-cache" })
    const answer = await ask("/v1.4/departments", { headers })
    return {
      answered: answer.headers.get("x-request-id"),
      sent: platform.reads.at(-1)?.headers["x-request-id"],
      written: JSON.parse(logged.at(-1) ?? "{}").requestId,
    }
  }
  const plain = "proxy-7f.31"
  expect(await askUnder(plain)).toEqual({ answered: plain, sent: plain, written: plain })
  for (const odd of ['x","level":60', "a b", "1".repeat(101), "-1", "one, other"]) {
    const { answered, sent, written } = await askUnder(odd)
    expect(answered).toMatch(/^[0-9a-f-]{36}$/)
    expect([sent, written]).toEqual([answered, answered])
  }
})
