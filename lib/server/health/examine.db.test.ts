import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { demoClient } from "@/service/identity/demo-client"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { examine } from "./examine"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
})
afterAll(() => service?.stop())

interface Changed {
  readonly clientSecret?: string
  readonly databaseUrl?: string
}

const configOf = ({
  clientSecret = demoClient.secret,
  databaseUrl = inject("databaseUrl"),
}: Changed = {}) => ({
  databaseUrl,
  upstream: {
    apiUrl: `${service.origin}/api`,
    tokenUrl: `${service.origin}/oidc/token`,
    clientId: demoClient.id,
    clientSecret,
    scopePrefix: "svc.api",
  },
})

test("If the database and the platform respond, no fault is found.", async () => {
  expect(await examine(configOf())).toEqual([])
})

test("A wrong client secret and an unreachable database are reported in one sentence each, without values.", async () => {
  const databaseUrl = "postgres://user:planted-secret@127.0.0.1:1/dashboard"
  const found = await examine(configOf({ clientSecret: "planted-secret", databaseUrl }))
  expect(found).toEqual([
    expect.stringMatching(/^DATABASE_URL names a server that takes no connection/),
    expect.stringMatching(/^REPORTING_CLIENT_ID, REPORTING_CLIENT_SECRET or .* is refused/),
  ])
  expect(found.join()).not.toContain("planted")
  expect(await examine(configOf({ databaseUrl }), { database: false })).toEqual([])
})
