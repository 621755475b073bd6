import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, domains, type Operation } from "@/lib/catalogue"
import type { TestService } from "../testing/test-service"
import { pathAt, startConformanceService } from "./testing/conformance-service"

let service: TestService
beforeAll(async () => {
  service = await startConformanceService()
})
afterAll(() => service.stop())

const tokens = new Map<string, Promise<string>>()
const tokenFor = (scope: string) => {
  const token = tokens.get(scope) ?? service.token(scope)
  tokens.set(scope, token)
  return token
}

async function ask(operation: Operation, scope: string) {
  const headers = { authorization: `Bearer ${await tokenFor(scope)}` }
  const { method } = operation
  return service.get(pathAt(operation, "here"), {
    method,
    headers,
    ...(method === "PATCH" && { body: "[]" }),
  })
}

/** The four forms of the specification (5.2), repeated here independently of the catalogue. */
const formsFor = ({ method, domain }: Operation) => {
  const action = method === "PATCH" ? "write" : "read"
  return ["svc.api", `svc.api:${action}`, `svc.api.${domain}`, `svc.api.${domain}:${action}`]
}

const accepted = catalogue.operations.flatMap((operation) =>
  formsFor(operation).map((scope) => [scope, operation.id, operation] as const),
)

const refused = catalogue.operations.flatMap((operation) => {
  const foreign = domains.filter((domain) => domain !== operation.domain)
  const others =
    operation.method === "PATCH" ? ["svc.api:read", "svc.api.users:read"] : ["svc.api:write"]
  return [
    ...foreign.flatMap((domain) => [`svc.api.${domain}`, `svc.api.${domain}:read`]),
    ...(operation.domain === "users" && operation.method === "GET" ? ["svc.api.users:write"] : []),
    ...others,
  ].map((scope) => [scope, operation.id, operation] as const)
})

describe("A token", () => {
  // rules: 5.2, Authentication 3
  test.each(accepted)(
    "with an accepted scope has access: %s on %s",
    async (scope, _id, operation) => {
      const response = await ask(operation, scope)
      expect([401, 403]).not.toContain(response.status)
      await response.arrayBuffer()
    },
  )

  // rules: 5.2, 5.3, Authentication 3
  test.each(refused)(
    "with any other scope returns 403 and the accepted scopes: %s on %s",
    async (scope, _id, operation) => {
      const response = await ask(operation, scope)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({
        errorCode: "insufficient_scope",
        acceptedScopes: formsFor(operation),
      })
      expect(response.headers.get("www-authenticate")).toContain("insufficient_scope")
    },
  )
})
