import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
})
afterAll(() => service.stop())

test.each(["/oidc/token", "/oidc/sign-in/anything"])(
  "A form of 100 KiB to %s is refused with 413.",
  async (path) => {
    const body = new URLSearchParams({ email: "x".repeat(100 * 1024) })
    const answer = await fetch(`${service.origin}${path}`, { method: "POST", body })
    expect(answer.status).toBe(413)
  },
)
