import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import {
  catalogue,
  envelopeSchema,
  type ListEnvelope,
  listOperations,
  printPath,
  singleOperations,
} from "@/lib/catalogue"
import { smallParameters } from "./testing/small-data"
import { startTestService, type TestService } from "./testing/test-service"

const count = 5
let service: TestService
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl"), count })
})
afterAll(() => service.stop())

describe("every list operation", () => {
  test.each(listOperations(catalogue))("$id returns its envelope", async (operation) => {
    const response = await service.get(printPath(operation, smallParameters(operation)))
    expect(response.status).toBe(200)
    const body = (await response.json()) as ListEnvelope
    expect(envelopeSchema(catalogue, operation).safeParse(body).error).toBeUndefined()
    expect(body.count).toBe(count)
    expect(body.data).toHaveLength(count)
    expect(Object.keys(body)).toEqual(["count", "data"])
  })

  test.each(listOperations(catalogue))(
    "$id can be read page by page with nextUrl",
    async (operation) => {
      const pages: ListEnvelope[] = []
      let url: string | undefined = `${printPath(operation, smallParameters(operation))}?limit=2`
      while (url !== undefined && pages.length < count) {
        const response = await service.get(url)
        expect(response.status).toBe(200)
        const page = (await response.json()) as ListEnvelope
        pages.push(page)
        url = page.nextUrl?.replace(service.url, "")
      }
      const all = (await (
        await service.get(printPath(operation, smallParameters(operation)))
      ).json()) as ListEnvelope
      expect(pages.map((page) => page.count)).toEqual([2, 2, 1])
      expect(pages.flatMap((page) => page.data)).toEqual(all.data)
      expect(pages.map((page) => "previousUrl" in page)).toEqual([false, true, true])
    },
  )
})

describe("every by-id operation", () => {
  test.each(singleOperations(catalogue))("$id returns its record", async (operation) => {
    const parameters = smallParameters(operation)
    const response = await service.get(printPath(operation, parameters))
    expect(response.status).toBe(200)
    const body = await response.json()
    expect(envelopeSchema(catalogue, operation).safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ data: { id: Object.values(parameters).at(-1) } })
    expect(Object.keys(body as object)).toEqual(["data"])
  })
})

describe("a page's URLs", () => {
  test("are absolute and contain only limit and cursor", async () => {
    const response = await service.get("/v1.4/departments?limit=2&sort=-name&type[ne]=Store")
    const { nextUrl } = (await response.json()) as ListEnvelope
    const url = new URL(nextUrl ?? "")
    expect(`${url.origin}${url.pathname}`).toBe(`${service.url}/v1.4/departments`)
    expect([...url.searchParams.keys()]).toEqual(["limit", "cursor"])
    expect(url.searchParams.get("limit")).toBe("2")
  })

  test("lead back with previousUrl to the previous page, in the same order", async () => {
    const first = (await (await service.get("/v1/highscores?limit=2")).json()) as ListEnvelope
    const next = (await (
      await service.get(first.nextUrl?.replace(service.url, "") ?? "")
    ).json()) as ListEnvelope
    const back = (await (
      await service.get(next.previousUrl?.replace(service.url, "") ?? "")
    ).json()) as ListEnvelope
    expect(back.data).toEqual(first.data)
  })

  test("can have a limit above the maximum", async () => {
    const response = await service.get("/v1.4/departments?limit=200")
    expect(response.status).toBe(200)
    expect(((await response.json()) as ListEnvelope).count).toBe(count)
  })
})

describe("response headers", () => {
  test("have the content type, forbid storing and include a request id", async () => {
    const { headers } = await service.get("/v1/highscores")
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
  })

  test("repeat a plain request id and replace any other", async () => {
    const authorization = `Bearer ${await service.token()}`
    const ask = async (id: string) => {
      const headers = { authorization, "x-request-id": id }
      return (await service.get("/v1/highscores", { headers })).headers.get("x-request-id")
    }
    expect(await ask("trace-42.a")).toBe("trace-42.a")
    expect(await ask("<script>")).toMatch(/^[0-9a-f-]{36}$/)
  })

  // rules: Values 6
  test("mark only the deprecated operation and name its successor", async () => {
    const old = await service.get("/v1/training/courses/participation")
    expect(old.headers.get("deprecation")).toBe("@1735689600")
    expect(old.headers.get("link")).toBe(
      `<${service.url}/v1.4/training/courses/statistics>; rel="successor-version"`,
    )
    const refused = await service.get("/v1/training/courses/participation?limit=0")
    expect(refused.status).toBe(400)
    expect(refused.headers.get("deprecation")).toBe("@1735689600")
    expect(refused.headers.get("link")).toBe(old.headers.get("link"))
    for (const other of ["/v1/highscores", "/v1/highscores?limit=0", "/v1/nothing"])
      expect((await service.get(other)).headers.has("deprecation")).toBe(false)
  })

  test("are sent without a body for HEAD", async () => {
    const response = await service.get("/v1/highscores", {
      method: "HEAD",
      headers: { authorization: `Bearer ${await service.token()}` },
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe("")
  })
})

describe("the health checks", () => {
  test("need no token", async () => {
    expect((await fetch(`${service.origin}/healthz`)).status).toBe(200)
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
  })
})

describe("the log", () => {
  test("has one line per request, without the token or filter values", async () => {
    const secret = "Nobody knows this name"
    const headers = {
      authorization: `Bearer ${await service.token()}`,
      "x-request-id": "the-one-logged",
    }
    await service.get(`/v1.4/departments?name=${encodeURIComponent(secret)}`, { headers })
    const lines = service.lines.filter((line) => line["requestId"] === "the-one-logged")
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      method: "GET",
      operation: "departments",
      status: 200,
      clientId: "demo-dashboard",
    })
    const text = JSON.stringify(service.lines)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(headers.authorization.slice(-40))
  })
})
