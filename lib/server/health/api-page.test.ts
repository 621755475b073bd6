import { expect, test } from "vitest"
import { createRouteAsker } from "../testing/ask-routes"
import { personOf } from "../testing/test-bff"
import { createMetrics } from "./metrics"
import { systemRoutes } from "./routes"

const unused = async () => {
  throw new Error("Nothing else is read here.")
}
const ask = createRouteAsker(
  systemRoutes({
    config: {} as never,
    discover: unused,
    metrics: createMetrics(),
    readReadiness: unused,
  }),
)

test("signed-in people can read the API description as a page, which loads only its own script", async () => {
  const page = await ask(personOf("hr"), "GET /api/docs")
  expect(page.headers.get("content-type")).toMatch(/^text\/html/)
  expect(page.text).toContain('"url":"/api/openapi.json"')
  expect(page.text).not.toMatch(/https?:\/\//)
  expect(page.headers.get("content-security-policy")).toContain("connect-src 'self'")
  const [, address = ""] = /<script src="([^"]+)">/.exec(page.text) ?? []
  const script = await ask(personOf("hr"), `GET ${address}`)
  expect(script.headers.get("content-type")).toMatch(/^text\/javascript/)
  expect(await ask(personOf("hr"), "GET /api/docs/other.js")).toMatchObject({
    status: 404,
    body: { code: "unknown_path" },
  })
})

test("requests without a session are refused", async () => {
  for (const path of ["/api/docs", "/api/docs/scalar.js"])
    expect(await ask(undefined, `GET ${path}`)).toMatchObject({ status: 401 })
})
