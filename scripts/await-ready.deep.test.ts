import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { awaitReady } from "./await-ready"

test("a dashboard that is not ready reports each reason once, until it is ready", async () => {
  const database = { status: "not_ready", database: "wrong_password", upstream: "ok" }
  const platform = { status: "not_ready", database: "ok", upstream: "upstream_unauthorized" }
  const ready = { ...database, status: "ready", database: "ok", impaired: ["tables_newer"] }
  const answers = [database, database, platform, ready]
  const server = createServer((_request, response) => {
    const state = answers.shift()
    response.writeHead(state?.status === "ready" ? 200 : 503).end(JSON.stringify(state))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const lines: string[] = []
  await awaitReady(`http://127.0.0.1:${port}/readyz`, (line) => lines.push(line))
  expect(lines).toEqual([
    "Not ready yet. DATABASE_URL has a password that the server does not accept: correct it.",
    "Not ready yet. REPORTING_CLIENT_ID, REPORTING_CLIENT_SECRET or REPORTING_SCOPE_PREFIX is refused: correct it.",
    "Ready, but not for all. The database's tables are those of a newer version: start that version here, too.",
  ])
  server.close()
})
