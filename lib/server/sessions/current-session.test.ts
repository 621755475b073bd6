import { expect, test, vi } from "vitest"
import { SessionError } from "../../session"
import { startScriptedBff } from "../testing/test-bff"
import { createCurrentSession } from "./read-session"

const emptyJar = { get: () => undefined }
const failing = (error: unknown) =>
  createCurrentSession(async () => {
    throw error
  })

test("nobody is nobody", async () => {
  expect(await createCurrentSession(async () => undefined)(emptyJar)).toBeUndefined()
})

test.each([
  ["identity_unreachable", 401, "unauthenticated", /identity provider has not answered/],
  ["store_unavailable", 503, "shared_state_unavailable", /Try again in a moment/],
] as const)(
  "a session that cannot be told for %s is %i in plain words, without a call",
  async (code, status, problem, words) => {
    const bff = await startScriptedBff()
    const session = () => failing(new SessionError(code))(emptyJar)
    const answer = await bff.ask("/v1.4/departments", { session })
    expect(answer).toMatchObject({
      status,
      body: { code: problem, detail: expect.stringMatching(words) },
    })
    expect((await bff.ask("/v1.4/nothing", { session })).status).toBe(404)
    expect(bff.platform.reads).toEqual([])
    await bff.stop()
  },
)

test("a refusal of another bundle's copy of the code is still that refusal", async () => {
  vi.resetModules()
  const copy = await import("./read-session")
  const read = copy.createCurrentSession(async () => {
    throw new SessionError("store_unavailable")
  })
  const bff = await startScriptedBff()
  const answer = await bff.ask("/v1.4/departments", { session: () => read(emptyJar) })
  expect(answer.status).toBe(503)
  await bff.stop()
})

test("a fault of the dashboard's own stays one", async () => {
  await expect(failing(new TypeError("x"))(emptyJar)).rejects.toThrow(TypeError)
})
