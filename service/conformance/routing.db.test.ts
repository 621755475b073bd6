import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, type Operation, versions } from "@/lib/catalogue"
import type { TestService } from "../testing/test-service"
import { pathAt, startConformanceService } from "./testing/conformance-service"
import { type Fixture, fixtureWithout, gatesOf } from "./testing/fixtures"

const hour = 3_600_000
let aheadMs = 0
let service: TestService
let authorization: string
beforeAll(async () => {
  service = await startConformanceService({
    clock: () => Date.now() + aheadMs,
    tokenTtlSeconds: 24 * 3600,
  })
  authorization = `Bearer ${await service.token()}`
})
afterAll(() => service.stop())

async function ask(path: string, method: string, headers: Record<string, string> = {}) {
  const response = await service.get(path, {
    method,
    headers,
    ...(method === "PATCH" && { body: "[]" }),
  })
  const text = await response.text()
  const body = text === "" ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, text, body }
}

const authorized = () => ({ authorization })

const isServed = (method: string, versionedPath: string) =>
  catalogue.operations.some(
    (operation) =>
      operation.method === method && `/${operation.version}${operation.path}` === versionedPath,
  )

describe("A version", () => {
  const foreign = catalogue.operations.flatMap((operation) =>
    versions
      .filter((version) => !isServed(operation.method, `/${version}${operation.path}`))
      .map((version) => [version, operation.id, operation] as const),
  )

  // rules: 9.1, 9.2, Inventory 2
  test.each(foreign)(
    "does not serve another version's operation: %s %s",
    async (version, _id, operation) => {
      const path = pathAt(operation, "here").replace(/^\/[^/]+/, `/${version}`)
      const { status, body } = await ask(path, operation.method, authorized())
      expect([status, body.errorCode]).toEqual([404, "unknown_path"])
    },
  )

  // rules: 5.1, 9.2
  test.each(catalogue.operations)(
    "serves its own operations and requires a token: $version $id",
    async (operation) => {
      const { status } = await ask(pathAt(operation, "here"), operation.method)
      expect(status).toBe(401)
    },
  )
})

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]

describe("A path with an unsupported method", () => {
  const wrong = catalogue.operations.flatMap((operation) => {
    const taken = operation.method === "GET" ? ["GET", "HEAD"] : ["PATCH"]
    return methods
      .filter((method) => !taken.includes(method))
      .map((method) => [method, operation.id, operation, taken.join(", ")] as const)
  })

  // rules: Errors 3
  test.each(wrong)("returns 405 with Allow: %s %s", async (method, _id, operation, allow) => {
    const { status, headers, body } = await ask(pathAt(operation, "here"), method)
    expect([status, headers.get("allow")]).toEqual([405, allow])
    if (method !== "HEAD") expect(body.errorCode).toBe("method_not_allowed")
  })
})

describe("HEAD", () => {
  const reads = catalogue.operations.filter(({ method }) => method === "GET")

  test.each(reads)("has GET's status and headers and no body: $id", async (operation) => {
    const path = pathAt(operation, "here")
    const get = await ask(path, "GET", authorized())
    const head = await ask(path, "HEAD", authorized())
    expect([head.status, head.text]).toEqual([get.status, ""])
    for (const name of ["content-type", "cache-control", "deprecation", "link"])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
  })
})

describe("A disabled feature", () => {
  // rules: 3.1, 3.2, 3.3, 3.4, 7, Feature gates 1
  test.each(gatesOf(catalogue))(
    "returns 400 for $id without $title, and does not if it is enabled",
    async (gated) => {
      const { operation, gate, title } = gated
      const off = await ask(pathAt(operation, fixtureWithout(operation, gate)), "GET", authorized())
      expect([off.status, off.body]).toEqual([
        400,
        { errorCode: "feature_not_enabled", message: `Not enabled: ${title}.` },
      ])
      const on = await ask(pathAt(operation, "here"), "GET", authorized())
      expect(on.body.errorCode).not.toBe("feature_not_enabled")
    },
  )
})

/** Requests with several errors each. From one to the next, the first error is corrected. */
function faultsOf(operation: Operation, foreignToken: string) {
  const parameters = Object.keys(operation.parameters)
  const nowhere = "nowhere" as Fixture
  const path = pathAt(operation, "here")
  const unknown = pathAt(operation, nowhere)
  const badGuid = parameters.length > 0 ? path.replace(/[0-9a-f-]{36}/, "42") : path
  const bad = `${badGuid}?no such=1`
  const { method } = operation
  const trusted = authorized()
  const foreign = { authorization: foreignToken }
  return [
    {
      fault: "path",
      path: `${bad}`.replace("?", "/?"),
      method: "PUT",
      status: 404,
      code: "unknown_path",
    },
    { fault: "method", path: bad, method: "PUT", status: 405, code: "method_not_allowed" },
    { fault: "token", path: bad, method, status: 401, code: "unauthenticated" },
    {
      fault: "scope",
      path: bad,
      method,
      headers: foreign,
      status: 403,
      code: "insufficient_scope",
    },
    ...(parameters.length > 0
      ? [{ fault: "guid", path: bad, method, headers: trusted, status: 400, code: "invalid_path" }]
      : []),
    {
      fault: "query",
      path: `${unknown}?no such=1`,
      method,
      headers: trusted,
      status: 400,
      code: "invalid_query",
    },
    ...(parameters.length > 0
      ? [
          {
            fault: "record",
            path: unknown,
            method,
            headers: trusted,
            status: 404,
            code: "not_found",
          },
        ]
      : []),
  ]
}

describe("If a request has several errors", () => {
  const readable = catalogue.operations.filter(({ method }) => method === "GET")

  // rules: Errors 5
  test.each(readable)("the first in the table's order is returned: $id", async (operation) => {
    const scope = operation.domain === "training" ? "svc.api.kpis" : "svc.api.training"
    const foreignToken = `Bearer ${await service.token(scope)}`
    for (const { fault, path, method, headers, status, code } of faultsOf(
      operation,
      foreignToken,
    )) {
      const answer = await ask(path, method, headers)
      expect([fault, answer.status, answer.body.errorCode]).toEqual([fault, status, code])
      expect(answer.body.message).toMatch(/\S/)
    }
  })
})

describe("A cursor", () => {
  const lists = catalogue.operations.filter((operation) => operation.kind === "list")
  const nextOf = async (operation: Operation) => {
    const { body } = await ask(pathAt(operation, "here", "limit=7"), "GET", authorized())
    return new URL(body.nextUrl)
  }
  const follow = async (url: URL) => {
    const { status, body } = await ask(url.href.replace(service.url, ""), "GET", authorized())
    return [status, body.errorCode]
  }

  // rules: Paging 6
  test.each(lists)(
    "that is altered or belongs to another path or list returns 400: $id",
    async (operation) => {
      const url = await nextOf(operation)
      const cursor = url.searchParams.get("cursor") ?? ""
      const altered = new URL(url)
      const middle = Math.floor(cursor.length / 2)
      const letter = cursor[middle] === "A" ? "B" : "A"
      altered.searchParams.set(
        "cursor",
        `${cursor.slice(0, middle)}${letter}${cursor.slice(middle + 1)}`,
      )
      expect(await follow(altered)).toEqual([400, "invalid_cursor"])
      const other = lists.find(({ id }) => id !== operation.id && id !== "departments") ?? operation
      const elsewhere = [pathAt(other, "here", url.search.slice(1))]
      if (Object.keys(operation.parameters).length > 0)
        elsewhere.push(pathAt(operation, "there", url.search.slice(1)))
      for (const path of elsewhere)
        expect(await follow(new URL(`${service.url}${path}`))).toEqual([400, "invalid_cursor"])
    },
  )

  // rules: 8.6, Paging 6
  test.each(lists)("is valid for 6 hours and then returns 410: $id", async (operation) => {
    const first = await nextOf(operation)
    aheadMs += 6 * hour - 60_000
    const { body } = await ask(first.href.replace(service.url, ""), "GET", authorized())
    expect(body.count).toBe(7)
    aheadMs += 2 * 60_000
    expect(await follow(first)).toEqual([410, "cursor_expired"])
    expect(await follow(new URL(body.nextUrl))).toEqual([200, undefined])
    aheadMs = 0
  })
})
