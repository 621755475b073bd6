import { expect, test, vi } from "vitest"
import { SessionError } from "../../session"
import { startScriptedBff } from "../testing/test-bff"

const failing = (error: unknown) => ({ session: () => Promise.reject(error) })

test("a request without a session responds 401 without a call", async () => {
  const bff = await startScriptedBff()
  const answer = await bff.ask("/v1.4/departments", { session: async () => undefined })
  expect(answer).toMatchObject({ status: 401, body: { code: "unauthenticated" } })
  expect(bff.platform.reads).toEqual([])
  await bff.stop()
})

test.each([
  ["identity_unreachable", 401, "unauthenticated", /identity provider has not answered/],
  ["store_unavailable", 503, "shared_state_unavailable", /Try again in a moment/],
] as const)(
  "a session that cannot be read for %s responds %i with an explanation, without a call",
  async (code, status, problem, text) => {
    const bff = await startScriptedBff()
    const session = failing(new SessionError(code))
    const answer = await bff.ask("/v1.4/departments", session)
    expect(answer).toMatchObject({
      status,
      body: { code: problem, detail: expect.stringMatching(text) },
    })
    expect((await bff.ask("/v1.4/nothing", session)).status).toBe(404)
    expect(bff.platform.reads).toEqual([])
    await bff.stop()
  },
)

test("a SessionError of another bundle's copy of the module is recognized", async () => {
  vi.resetModules()
  const copy = await import("../../session")
  const bff = await startScriptedBff()
  const error = new copy.SessionError("store_unavailable")
  expect((await bff.ask("/v1.4/departments", failing(error))).status).toBe(503)
  await bff.stop()
})

test("an unexpected error responds 500", async () => {
  const bff = await startScriptedBff()
  const answer = await bff.ask("/v1.4/departments", failing(new TypeError("x")))
  expect(answer).toMatchObject({ status: 500, body: { code: "internal" } })
  await bff.stop()
})
