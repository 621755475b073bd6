import { randomUUID } from "node:crypto"
import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import {
  type Department,
  type Departments,
  openDepartments,
  pathsOf,
  sampleDepartment,
} from "./testing/departments"
import { startTestService, type TestService } from "./testing/test-service"

let clockShift = 0
let service: TestService
let departments: Departments
beforeAll(async () => {
  const clock = () => Date.now() + clockShift
  service = await startTestService({ databaseUrl: inject("databaseUrl"), clock })
  departments = await openDepartments(service)
})
afterAll(() => service.stop())

async function loadOne(values?: Partial<Department>): Promise<string> {
  const department = sampleDepartment(values)
  await departments.load(department)
  return `${department.id}`
}

const rename = (value: string) => [{ op: "replace", path: "/name", value }]

describe("a change of a department", () => {
  // rules: Department PATCH (RFC 6902) 8
  test("returns the department without dataSource, in both v1 and v1.2", async () => {
    const id = await loadOne()
    const { dataSource, ...before } = await departments.read(id)
    const first = await departments.patch(id, rename("A"), "v1.2")
    const second = await departments.patch(id, [], "v1")
    expect([first.status, second.status, dataSource]).toEqual([200, 200, "manual"])
    expect(first.data).toEqual(second.data)
    const { lastModifiedDateTime } = first.data ?? {}
    expect(first.data).toEqual({ ...before, name: "A", lastModifiedDateTime })
    expect(Object.keys(first.data ?? {})).toEqual(Object.keys(before))
  })

  // rules: Department PATCH (RFC 6902) 7
  test("writes nothing if the patch changes nothing", async () => {
    const id = await loadOne()
    const before = await departments.read(id)
    const parent = before.managerUserId ?? ""
    const patches = [
      [],
      rename("Aarhus"),
      [{ op: "replace", path: "/managerUserId", value: parent.toUpperCase() }],
      [{ op: "replace", path: "/phoneNumber", value: { number: "70999001", countryCode: 45 } }],
      [{ op: "test", path: "/name", value: "Aarhus" }],
      [...rename("B"), ...rename("Aarhus")],
    ]
    for (const patch of patches) expect((await departments.patch(id, patch)).status).toBe(200)
    expect(await departments.read(id)).toEqual(before)
  })

  // rules: Department PATCH (RFC 6902) 2
  test("changes nothing if one of its operations fails", async () => {
    const id = await loadOne()
    const before = await departments.read(id)
    const last = [
      { op: "test", path: "/city", value: "Nowhere" },
      { op: "remove", path: "/locales/7" },
      { op: "replace", path: "/type", value: "Nothing" },
    ]
    for (const operation of last)
      expect((await departments.patch(id, [...rename("B"), operation])).status).not.toBe(200)
    expect(await departments.read(id)).toEqual(before)
  })

  // rules: Department PATCH (RFC 6902) 7
  test("reports every invalid path, whether it cannot be applied or its value is invalid", async () => {
    const id = await loadOne()
    const refused = await departments.patch(id, [
      { op: "replace", path: "/email", value: "bad" },
      { op: "replace", path: "/locales/9/culture", value: "x" },
      { op: "replace", path: "/locales/0/culture", value: "after the first fault of a field" },
      { op: "remove", path: "/selectedCultures/9" },
      { op: "replace", path: "/id", value: id },
      { op: "test", path: "/city", value: "Nowhere" },
    ])
    expect([refused.status, pathsOf(refused)]).toEqual([
      422,
      ["/email", "/id", "/locales/9/culture", "/selectedCultures/9"],
    ])
    const untested = await departments.patch(id, [
      { op: "replace", path: "/email", value: "bad" },
      { op: "replace", path: "/locales/9/culture", value: "x" },
      { op: "replace", path: "/selectedCultures", value: Array.from({ length: 150 }, () => "?") },
    ])
    const cultures = Array.from({ length: 150 }, (_, at) => `/selectedCultures/${at}`)
    expect(pathsOf(untested)?.toSorted()).toEqual(
      ["/email", "/locales/9/culture", ...cultures].toSorted(),
    )
  })

  test("must leave the whole department valid, including fields that were invalid before", async () => {
    const id = await loadOne({ email: "not an address", timeZone: "Atlantis" })
    const refused = await departments.patch(id, rename(" "))
    expect([refused.status, pathsOf(refused)]).toEqual([422, ["/email", "/name", "/timeZone"]])
    expect((await departments.patch(id, [])).status).toBe(200)
    const repair = [
      { op: "remove", path: "/email" },
      { op: "replace", path: "/timeZone", value: "Europe/Oslo" },
    ]
    expect((await departments.patch(id, [...rename("B"), ...repair])).status).toBe(200)
  })
})

describe("lastModifiedDateTime", () => {
  const change = async (id: string, value: string) =>
    Date.parse((await departments.patch(id, rename(value))).data?.lastModifiedDateTime ?? "")

  test("is the time of the change", async () => {
    const id = await loadOne()
    const before = Date.now()
    const changed = await change(id, "B")
    expect(changed).toBeGreaterThanOrEqual(before)
    expect(changed).toBeLessThanOrEqual(Date.now())
  })

  // rules: Department PATCH (RFC 6902) 8
  test("always increases, even if the clock stands still or goes back", async () => {
    const id = await loadOne({ lastModifiedDateTime: "2030-01-01T00:00:00.123456Z" })
    const times = [Date.parse("2030-01-01T00:00:00.123Z")]
    for (const name of ["B", "C", "D"]) {
      clockShift -= 3_600_000
      times.push(await change(id, name))
    }
    clockShift = 0
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other))
    const answer = await departments.read(id)
    expect(answer.lastModifiedDateTime).toBe("2030-01-01T00:00:00.126Z")
  })

  test("works as an optimistic lock: the same test succeeds once", async () => {
    const id = await loadOne()
    const { lastModifiedDateTime: value } = await departments.read(id)
    const guarded = [{ op: "test", path: "/lastModifiedDateTime", value }, ...rename("B")]
    expect((await departments.patch(id, guarded)).status).toBe(200)
    const second = await departments.patch(id, guarded)
    expect([second.status, second.errorCode, pathsOf(second)]).toEqual([
      409,
      "test_failed",
      ["/lastModifiedDateTime"],
    ])
  })
})

describe("the body of a change", () => {
  test.each([
    "application/json-patch+json",
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/json-patch+json;charset=UTF-8",
  ])("is accepted as %s", async (type) => {
    const id = await loadOne()
    const headers = { "content-type": type }
    expect((await departments.send(id, { body: "[]", headers })).status).toBe(200)
  })

  // rules: Errors 4
  test.each(["text/plain", "application/merge-patch+json", "application/jsonp", ""])(
    "returns 415 as %j",
    async (type) => {
      const headers = { "content-type": type }
      const { status, errorCode } = await departments.send(await loadOne(), { body: "[]", headers })
      expect([status, errorCode]).toEqual([415, "unsupported_media_type"])
    },
  )

  test.each(["", "[", "{'op'}", "[] []", "\u0000", new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d])])(
    "returns 400 malformed_body if it is no JSON: %j",
    async (body) => {
      const { status, errorCode } = await departments.send(await loadOne(), { body })
      expect([status, errorCode]).toEqual([400, "malformed_body"])
    },
  )

  // rules: Department PATCH (RFC 6902) 7
  test.each([
    ["{}", ["", "/0"]],
    ["null", ["/0"]],
    ['[{"op":"add","path":"/name"}]', ["/0"]],
    ['[{"op":"spam","path":"/name","value":1}]', ["/0"]],
    ['[{"op":"move","path":"/name"},{"op":"remove","path":"/id"},7]', ["/0", "/2"]],
    [`[${Array.from({ length: 51 }, () => '{"op":"remove","path":"/city"}').join()}]`, ["/0"]],
    [`[{"op":"add","path":"/name","value":${"[".repeat(30_000)}${"]".repeat(30_000)}}]`, ["/0"]],
    ['[{"op":"add","path":"/defaultPhoneCountryCode","value":1e400}]', ["/0"]],
  ])("returns 400 malformed_patch if it is no patch: %.60s", async (body, paths) => {
    const answer = await departments.send(await loadOne(), { body })
    expect([answer.status, answer.errorCode]).toEqual([400, "malformed_patch"])
    for (const path of pathsOf(answer)) expect(paths).toContain(path)
  })

  const padded = (size: number) => `[${" ".repeat(size - 2)}]`

  // rules: Errors 4
  test("is accepted up to 64 KiB and returns 413 above", async () => {
    const id = await loadOne()
    expect((await departments.send(id, { body: padded(65_536) })).status).toBe(200)
    const { status, errorCode } = await departments.send(id, { body: padded(65_537) })
    expect([status, errorCode]).toEqual([413, "body_too_large"])
  })

  // rules: Errors 4
  test("returns 413 for a chunked body before its end", async () => {
    const token = await service.token()
    const { hostname, port } = new URL(service.origin)
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method: "PATCH",
          agent: false,
          path: `/api/v1.2/departments/${randomUUID()}`,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        },
        (response) => {
          clearInterval(pieces)
          response.resume()
          resolve(response.statusCode ?? 0)
          sent.destroy()
        },
      )
      sent.on("error", reject)
      const pieces = setInterval(() => sent.write(" ".repeat(10_000)), 5)
    })
    expect(status).toBe(413)
  })

  test("is logged with 400 if the client disconnects before its end", async () => {
    const token = await service.token()
    const { hostname, port } = new URL(service.origin)
    const requestId = randomUUID()
    const sent = request({
      hostname,
      port,
      method: "PATCH",
      agent: false,
      path: `/api/v1.2/departments/${randomUUID()}`,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": "100",
        "x-request-id": requestId,
      },
    })
    sent.on("error", () => {})
    sent.write("[", () => setTimeout(() => sent.destroy(), 100))
    const lines = () => service.lines.filter((line) => line["requestId"] === requestId)
    await expect.poll(lines).toMatchObject([{ status: 400 }])
  })

  // rules: Department PATCH (RFC 6902) 3
  test("cannot grow the department beyond 64 KiB", async () => {
    const id = await loadOne()
    const add = { op: "add", path: "/city", value: "x".repeat(40_000) }
    const answer = await departments.patch(id, [
      add,
      { op: "copy", from: "/city", path: "/zipCode" },
    ])
    expect([answer.status, pathsOf(answer)]).toEqual([422, ["/zipCode"]])
  })
})

describe("a change request", () => {
  const scoped = async (scope: string) => ({
    authorization: `Bearer ${await service.token(scope)}`,
  })

  test.each(["svc.api", "svc.api:write", "svc.api.users", "svc.api.users:write"])(
    "is accepted with the scope %s",
    async (scope) => {
      const headers = await scoped(scope)
      const id = await loadOne()
      for (const version of ["v1", "v1.2"])
        expect((await departments.send(id, { body: "[]", headers }, version)).status).toBe(200)
    },
  )

  test.each(["svc.api:read", "svc.api.users:read", "svc.api.content"])(
    "returns 403 with the scope %s",
    async (scope) => {
      const headers = await scoped(scope)
      const answer = await departments.send("42", { body: "?", headers })
      expect(answer).toMatchObject({
        status: 403,
        errorCode: "insufficient_scope",
        acceptedScopes: ["svc.api", "svc.api:write", "svc.api.users", "svc.api.users:write"],
      })
    },
  )

  test("returns 404 in v1.4, 401 before 403 before 400, and 400 before 404", async () => {
    const unknown = randomUUID()
    const refusal = async (id: string, init: RequestInit, version?: string) => {
      const { status, errorCode } = await departments.send(id, init, version)
      return `${status} ${errorCode}`
    }
    expect(await refusal(unknown, { body: "[]" }, "v1.4")).toBe("404 unknown_path")
    const anonymous = { authorization: "" }
    expect(await refusal("42", { body: "?", headers: anonymous })).toBe("401 unauthenticated")
    expect(await refusal("42", { body: "?" })).toBe("400 invalid_path")
    expect(await refusal(`${unknown}?limit=1`, { body: "[]" })).toBe("400 invalid_query")
    expect(await refusal(unknown, { body: "?" })).toBe("400 malformed_body")
    expect(await refusal(unknown, { body: "{}" })).toBe("400 malformed_patch")
    expect(await refusal(unknown, { body: "[]" })).toBe("404 not_found")
    const unpatchable = JSON.stringify([{ op: "remove", path: "/id" }])
    expect(await refusal(unknown, { body: unpatchable })).toBe("404 not_found")
  })
})
