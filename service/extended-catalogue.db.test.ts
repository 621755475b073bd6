import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { extendedCatalogue as extended } from "@/lib/catalogue/testing/extended-catalogue"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), catalogue: extended })
})
afterAll(() => service.stop())

test("an operation added to the catalogue is served", async () => {
  const response = await service.get("/v1.4/badges?name[ne]=name%200&sort=-name&limit=2")
  expect(response.status).toBe(200)
  const body = (await response.json()) as { data: { name: string }[]; nextUrl?: string }
  expect(body.data.map(({ name }) => name)).toEqual(["name 4", "name 3"])
  expect(body.nextUrl).toContain("/v1.4/badges?limit=2&cursor=")
})

test("the added operation requires its scopes", async () => {
  const ask = async (scope: string) => {
    const headers = { authorization: `Bearer ${await service.token(scope)}` }
    return (await service.get("/v1.4/badges", { headers })).status
  }
  expect([await ask("svc.api.kpis:read"), await ask("svc.api.users")]).toEqual([200, 403])
})
