import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
})
afterAll(() => service.stop())

test.each([
  ["/oidc/token", 400],
  ["/oidc/sign-in/anything", 413],
])("A form of 100 KiB to %s is refused with %i.", async (path, status) => {
  const body = new URLSearchParams({ email: "x".repeat(100 * 1024) })
  const answer = await fetch(`${service.origin}${path}`, { method: "POST", body })
  expect(answer.status).toBe(status)
})
