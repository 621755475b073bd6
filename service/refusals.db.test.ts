import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { catalogue, listOperations, printPath, singleOperations } from "@/lib/catalogue"
import { requestRaw } from "./testing/raw-request"
import { guidOf, smallParameters } from "./testing/small-data"
import { startTestService, type TestService } from "./testing/test-service"

let service: TestService
let authorization: string
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), cursorTtlSeconds: 1 })
  authorization = `Bearer ${await service.token()}`
})
afterAll(() => service.stop())

async function refusal(path: string, init?: RequestInit) {
  const response = await service.get(path, init)
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, headers: response.headers, body }
}

const posts = `/v1/contentmodules/${guidOf("contentModule")}/content`
const stranger = guidOf("nobody")

describe("404 unknown_path", () => {
  test.each([
    ["a percent-encoded letter", "/api/v1.4/%64epartments"],
    ["a dot segment", "/api/v1.4/../v1.4/departments"],
    ["a dot segment above the API", "/api/../api/v1.4/departments"],
    ["a single dot", "/api/./v1.4/departments"],
    ["a double slash", "/api//v1.4/departments"],
    ["a double slash inside", "/api/v1.4//departments"],
    ["a trailing slash", "/api/v1.4/departments/"],
    ["an encoded slash", "/api/v1.4%2Fdepartments"],
    ["a backslash", "/api/v1.4\\departments"],
    ["another letter case", "/api/v1.4/Departments"],
    ["another version's operation", "/api/v1.4/customfields/users"],
    ["a version that is not", "/api/v2/departments"],
    ["no path", "/api"],
    ["no version", "/api/"],
    ["nothing known", "/nothing"],
    ["the health check by another way", "/api/../healthz"],
  ])("is returned for %s", async (_what, path) => {
    const { status, body } = await requestRaw(service.origin, path, { authorization })
    expect(status).toBe(404)
    expect(body["errorCode"]).toBe("unknown_path")
  })

  test("precedes the check of the token", async () => {
    expect((await refusal("/v1.4/nothing", { headers: {} })).status).toBe(404)
  })
})

describe("405 method_not_allowed", () => {
  test("lists the methods in Allow and precedes the check of the token", async () => {
    const { status, headers, body } = await refusal("/v1.4/departments", {
      method: "DELETE",
      headers: {},
    })
    expect(status).toBe(405)
    expect(headers.get("allow")).toBe("GET, HEAD")
    expect(body["errorCode"]).toBe("method_not_allowed")
  })

  test.each(["/healthz", "/readyz", "/openapi/v1.json", "/metrics", "/docs"])(
    "is the same outside the API: POST %s",
    async (path) => {
      const answer = await fetch(`${service.origin}${path}`, { method: "POST" })
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"])
    },
  )

  test("lists PATCH if only PATCH is supported", async () => {
    const { status, headers } = await refusal(`/v1.2/departments/${stranger}`)
    expect([status, headers.get("allow")]).toEqual([405, "PATCH"])
  })
})

describe("400", () => {
  test("invalid_path names the parameter that is not a guid", async () => {
    const { status, body } = await refusal("/v1/contentmodules/42/content")
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errorCode: "invalid_path",
      details: [{ parameter: "moduleId", message: "moduleId must be a guid." }],
    })
  })

  test("follows 403, so the query grammar is not disclosed without the scope", async () => {
    const headers = { authorization: `Bearer ${await service.token("svc.api.kpis")}` }
    expect((await refusal("/v1/contentmodules/42/content?x=1", { headers })).status).toBe(403)
  })

  test.each([
    ["name[contains]=x", "name[contains]"],
    ["colour=red", "colour"],
    ["?name=x", "?name"],
    ["managerUserId=42", "managerUserId"],
    ["creationDateTime[gte]=yesterday", "creationDateTime[gte]"],
    ["sort=phoneNumber", "sort"],
    ["sort=name,name", "sort"],
    ["limit=0", "limit"],
    ["limit=ten", "limit"],
    ["offset=-1", "offset"],
    ["name=a&name=b", "name"],
  ])("invalid_query names the parameter of %s", async (query, parameter) => {
    const { status, body } = await refusal(`/v1.4/departments?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ errorCode: "invalid_query", details: [{ parameter }] })
  })

  test.each(["name=%", "name=%zz", "%E0%A4%A=1", "name=%ff"])(
    "invalid_query is returned for the badly encoded %s",
    async (query) => {
      const path = `/api/v1.4/departments?${query}`
      const { status, body } = await requestRaw(service.origin, path, { authorization })
      expect([status, body["errorCode"]]).toEqual([400, "invalid_query"])
    },
  )

  test.each(singleOperations(catalogue))(
    "invalid_query is returned for any query on $id",
    async (operation) => {
      const path = `${printPath(operation, smallParameters(operation))}?limit=1`
      const { status, body } = await refusal(path)
      expect(status).toBe(400)
      expect(body).toMatchObject({ errorCode: "invalid_query", details: [{ parameter: "limit" }] })
    },
  )

  test.each(listOperations(catalogue))(
    "invalid_cursor is returned for a made-up cursor on $id",
    async (operation) => {
      const path = `${printPath(operation, smallParameters(operation))}?cursor=abc.def`
      const { status, body } = await refusal(path)
      expect([status, body["errorCode"]]).toEqual([400, "invalid_cursor"])
    },
  )

  test("invalid_cursor is returned for a cursor of another list", async () => {
    const first = (await (await service.get("/v1/highscores?limit=1")).json()) as {
      nextUrl: string
    }
    const cursor = new URL(first.nextUrl).searchParams.get("cursor")
    const { status, body } = await refusal(`/v1.4/departments?cursor=${cursor}`)
    expect([status, body["errorCode"]]).toEqual([400, "invalid_cursor"])
  })
})

describe("404 not_found", () => {
  const withParameters = catalogue.operations.filter(
    (operation) => operation.kind !== "patch" && Object.keys(operation.parameters).length > 0,
  )

  test.each(withParameters)("is returned by $id for every unknown parameter", async (operation) => {
    for (const name of Object.keys(operation.parameters)) {
      const parameters = { ...smallParameters(operation), [name]: stranger }
      const { status, body } = await refusal(printPath(operation, parameters))
      expect([name, status, body["errorCode"]]).toEqual([name, 404, "not_found"])
    }
  })
})

describe("410 cursor_expired", () => {
  test("is returned for an expired cursor", async () => {
    const first = (await (await service.get("/v1/highscores?limit=1")).json()) as {
      nextUrl: string
    }
    const path = first.nextUrl.replace(service.url, "")
    await expect
      .poll(async () => (await refusal(path)).body["errorCode"], { interval: 200 })
      .toBe("cursor_expired")
    expect((await refusal(path)).status).toBe(410)
  })
})

describe("feature_not_enabled", () => {
  const gated = catalogue.operations.flatMap((operation) =>
    (operation.gates ?? []).map((gate) => ({ ...gate, operation, id: operation.id })),
  )

  test.each(gated)("is returned by $id without $title", async (gate) => {
    const kind = gate.operation.parameters[gate.parameter]
    const off = await startTestService({
      databaseUrl: inject("databaseUrl"),
      switchedOff: [`${kind}.${gate.feature}`],
    })
    const path = printPath(gate.operation, smallParameters(gate.operation))
    const response = await off.get(path)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      errorCode: "feature_not_enabled",
      message: `Not enabled: ${gate.title}.`,
    })
    await off.stop()
  })
})

describe("500 internal", () => {
  test("hides the cause from the client and logs it", async () => {
    const broken = await startTestService({ databaseUrl: inject("databaseUrl") })
    await broken.query("alter table notification_channel drop column name")
    const response = await broken.get("/v1/communication/notifications/channels")
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      errorCode: "internal",
      message: "Something went wrong on our side; the request id helps to find out what.",
    })
    const requestId = response.headers.get("x-request-id")
    const fault = broken.lines.find((line) => line["requestId"] === requestId && "err" in line)
    expect(fault).toMatchObject({ err: { message: expect.stringContaining("name") } })
    await broken.stop()
  })
})

describe("every error", () => {
  test("reveals no SQL, stack traces or files", async () => {
    const paths = [`${posts}?name=%27%3B--`, `/v1.4/departments?cursor=%27`, "/v1.4/%00"]
    for (const path of paths) {
      const response = await service.get(path)
      expect(await response.text()).not.toMatch(/select |syntax|at \w+ \(|\.ts\b|node_modules/i)
      expect(response.status).toBeLessThan(500)
    }
  })
})
