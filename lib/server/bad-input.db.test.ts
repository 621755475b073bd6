import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { type ScriptedBff, sampleGuid, startScriptedBff } from "./testing/test-bff"

let started: ScriptedBff

beforeAll(async () => {
  started = await startScriptedBff()
})
afterAll(() => started.stop())
afterEach(() => {
  expect(started.platform.reads).toHaveLength(0)
  expect(started.platform.tokenRequests).toHaveLength(0)
})

// rules: A report page 1
test.each([
  "/v1.4/unknown",
  "/v1.4/customfields/users",
  "/v2/departments",
  "/V1.4/departments",
  "/v1.4/Departments",
  "/v1.4/departments/",
  "/v1.4//departments",
  "//v1.4/departments",
  "/v1.4/departments%2f",
  "/v1.4%2fdepartments",
  "/v1.4/%2e%2e/v1.4/departments",
  "/v1.4/../v1.4/departments",
  "/v1.4/dep%61rtments",
  "/v1.4/departments;x=1",
  "/v1.4/departments%00",
  "/v1.4/__proto__",
  "",
])("the path %j responds 404 unknown_path", async (path) => {
  const { status, headers, body } = await started.ask(path)
  expect(status).toBe(404)
  expect(headers.get("content-type")).toBe("application/problem+json")
  expect(body).toMatchObject({ status: 404, code: "unknown_path" })
})

test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])(
  "%s on a list responds 405 with the allowed methods",
  async (method) => {
    const { status, headers, body } = await started.ask("/v1.4/departments", { method })
    expect({ status, code: body.code }).toEqual({ status: 405, code: "method_not_allowed" })
    expect(headers.get("allow")).toBe("GET, HEAD")
  },
)

test.each(["1", "not-a-guid", `${sampleGuid}0`, `{${sampleGuid}}`, "%30", `${sampleGuid}%20`])(
  "%j in place of a GUID is refused, and the error names the parameter",
  async (id) => {
    const { status, body } = await started.ask(`/v1.4/dataSets/${id}/dataPoints`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: "invalid_path", errors: [{ parameter: "dataSetId" }] })
  },
)

// rules: A report page 1
test.each([
  ["unknown=1", "unknown"],
  ["name[like]=x", "name[like]"],
  ["name%5Blike%5D=x", "name[like]"],
  ["id=x", "id"],
  ["id[gt]=1", "id[gt]"],
  ["creationDateTime=yesterday", "creationDateTime"],
  ["showInContacts=maybe", "showInContacts"],
  ["defaultPhoneCountryCode=4.5", "defaultPhoneCountryCode"],
  ["name=a&name=b", "name"],
  ["sort=phoneNumber", "sort"],
  ["sort=name,-name", "sort"],
  ["sort=", "sort"],
  ["limit=0", "limit"],
  ["limit=ten", "limit"],
  ["offset=-1", "offset"],
  ["__proto__=1", "__proto__"],
])("the query %j is refused, and the error names %j", async (query, parameter) => {
  const { status, body } = await started.ask(`/v1.4/departments?${query}`)
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: "invalid_query", errors: [{ parameter }] })
  expect(body.errors[0].message.length).toBeGreaterThan(10)
})

test("an operation by id accepts no query", async () => {
  const { status, body } = await started.ask(
    `/v1.4/communication/templates/${sampleGuid}?fields=name`,
  )
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: "invalid_query", errors: [{ parameter: "fields" }] })
})

test.each(["", "x", "a.b.c.d.e", "eyJhbGciOiJub25lIn0..x.y.z", "A".repeat(20_000)])(
  "the forged cursor %.30j is refused",
  async (cursor) => {
    const { status, body } = await started.ask(`/v1.4/departments?cursor=${cursor}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: "invalid_cursor", errors: [{ parameter: "cursor" }] })
  },
)

// rules: Errors 6
test("a problem has a type, title, status, detail, code and request id", async () => {
  const { headers, body } = await started.ask("/v1.4/unknown")
  expect(body).toEqual({
    type: "urn:workplace-reporting:problem:unknown_path",
    title: "Unknown path",
    status: 404,
    detail: expect.stringMatching(/\.$/),
    code: "unknown_path",
    requestId: headers.get("x-request-id"),
  })
})
