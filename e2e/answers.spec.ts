import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "./people"

/** A server that answers everything with an empty object, as our own API would send it. */
async function startWrongServer() {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "application/json", "x-request-id": "1" }).end("{}"),
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

// rules: OpenAPI 5
test("what a test sees is held against the description, whoever asked; what it answers itself is not", async ({
  page,
  request,
  answers,
}) => {
  const { origin, stop } = await startWrongServer()
  await page.goto(`${origin}/api/recents`)
  await page.request.get(`${origin}/api/palette`)
  await request.post(`${origin}/api/exports`)
  expect((await answers.takeFaults()).toSorted()).toEqual([
    expect.stringMatching("GET /api/palette answered 200: "),
    expect.stringMatching("GET /api/recents answered 200: /recents: "),
    expect.stringMatching("POST /api/exports answered 200: /id: "),
  ])

  await page.route("**/api/sync", (route) => route.fulfill({ json: {} }))
  await page.route("**/api/workspace", (route) => route.abort())
  await page.evaluate(async () => {
    await fetch("/api/sync")
    await fetch("/api/workspace").catch(() => {})
    await fetch("/api/recents", { method: "HEAD" })
  })
  await page.goto(`${origin}/elsewhere`)
  expect(await answers.takeFaults()).toEqual([])
  stop()
})
