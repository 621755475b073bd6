import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { demoClient } from "@/service/identity/demo-client"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { catalogue } from "../../catalogue"
import { createUpstream, type Upstream } from "../../platform"
import { createLog } from "../http/log"
import { countCalls, logCalls } from "./count-work"
import { createMetrics } from "./metrics"

let service: TestService
let upstream: Upstream
const metrics = createMetrics()
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
  const log = createLog({ write: (line) => void lines.push(JSON.parse(line)) })
  const client = { clientId: demoClient.id, clientSecret: demoClient.secret }
  const addresses = { apiUrl: service.url, tokenUrl: `${service.origin}/oidc/token` }
  const config = { ...addresses, ...client, scopePrefix: "svc.api" }
  const governor = countCalls(metrics)
  const parts = { catalogue, config, clock: () => Date.now(), governor }
  upstream = logCalls(log, createUpstream(parts))
})
afterAll(async () => {
  await upstream.close()
  await service.stop()
})

test("A call writes one line to both logs with the same request id and is counted by priority.", async () => {
  const operation = catalogue.operations.find(({ id }) => id === "highscores")
  if (operation?.kind !== "list") throw new Error("The catalogue lists highscores.")
  const requestId = "a-request-of-this-test"
  const read = { operation, parameters: {}, search: new URLSearchParams(), following: false }
  await upstream.read({
    ...read,
    scope: "all",
    requestId,
    ticket: { priority: "sync", person: "planted-person" },
  })
  expect(service.lines.filter((line) => line["requestId"] === requestId)).toEqual([
    expect.objectContaining({ operation: "highscores", status: 200 }),
  ])
  expect(lines).toEqual([
    expect.objectContaining({ msg: "upstream", operation: "highscores", lane: "sync", requestId }),
  ])
  expect(JSON.stringify(lines)).not.toContain("planted-person")
  expect(await metrics.print()).toContain(
    'workplace_reporting_upstream_calls_total{priority="sync",outcome="ok"} 1\n',
  )
})

test("A failed call is logged with its code.", async () => {
  const operation = catalogue.operations.find(({ id }) => id === "highscores")
  if (operation?.kind !== "list") throw new Error("The catalogue lists highscores.")
  const search = new URLSearchParams({ sort: "nothing" })
  const read = { operation, parameters: {}, search, following: false }
  const failed = upstream.read({
    ...read,
    scope: "all",
    requestId: "refused",
    ticket: { priority: "person" },
  })
  await expect(failed).rejects.toThrow("refused_request")
  expect(lines.at(-1)).toMatchObject({ requestId: "refused", code: "refused_request" })
})

test("A call whose TLS handshake fails is logged as an error with the code of the cause.", async () => {
  const server = createServer((socket) => socket.end("no TLS here, at all\r\n"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const written: Record<string, unknown>[] = []
  const log = createLog({ write: (line) => void written.push(JSON.parse(line)) })
  const config = {
    apiUrl: `${origin}/api`,
    tokenUrl: `${service.origin}/oidc/token`,
    clientId: demoClient.id,
    clientSecret: demoClient.secret,
    scopePrefix: "svc.api",
  }
  const plain = logCalls(log, createUpstream({ catalogue, config, clock: () => Date.now() }))
  const operation = catalogue.operations.find(({ id }) => id === "highscores")
  if (operation?.kind !== "list") throw new Error("The catalogue lists highscores.")
  const failed = plain.read({
    operation,
    parameters: {},
    search: new URLSearchParams(),
    following: false,
    scope: "all",
    requestId: "unencrypted",
    ticket: { priority: "person" },
  })
  await expect(failed).rejects.toThrow("upstream_unreachable")
  expect(written.at(-1)).toMatchObject({
    level: 50,
    requestId: "unencrypted",
    code: "upstream_unreachable",
    reason: expect.stringMatching(/^ERR_SSL_/),
  })
  await plain.close()
  server.close()
})
