import { afterAll, beforeAll, expect, test } from "vitest"
import { catalogue, findOperation } from "../catalogue"
import { createGovernor } from "./governor"
import { gateLog } from "./governor/testing/gate-log"
import { type LogStore, openLogs } from "./governor/testing/open-logs"
import { holdBack, type ScriptedPlatform, startScriptedPlatform } from "./testing/scripted-platform"
import { createUpstream, type ReadOperation } from "./upstream"

const rule = { limit: 20, windowMs: 61_000, inFlightMs: 15_000 }
const departments = findOperation(catalogue, "departments") as ReadOperation

let server: LogStore
let platform: ScriptedPlatform
beforeAll(async () => {
  server = await openLogs()
  platform = await startScriptedPlatform()
})
afterAll(async () => {
  await platform.stop()
  await server.stop()
})

test("calls that wait when the platform goes down are refused and use no quota", async () => {
  const { gate, gated } = gateLog(server.open({ clientId: "unmade", rule }))
  const governor = createGovernor({ log: gated, rule })
  const { apiUrl, tokenUrl } = platform
  const upstream = createUpstream({
    catalogue,
    governor,
    clock: Date.now,
    config: { apiUrl, tokenUrl, clientId: "c", clientSecret: "s", scopePrefix: "svc.api" },
    retries: { retries: 0, pauseMs: 0, withinMs: 0 },
    breaker: { failures: 1, openMs: 600_000 },
  })
  const read = () =>
    upstream.read({
      operation: departments,
      parameters: {},
      search: new URLSearchParams(),
      scope: "all",
      following: false,
      requestId: "request-1",
      ticket: { priority: "person" },
    })
  const { script, release } = holdBack((response) => response.destroy())
  platform.onRead = script
  const failing = read().catch((error) => error)
  await expect.poll(() => platform.reads).toHaveLength(1)
  gate.isShut = true
  const waiting = Promise.all(Array.from({ length: 6 }, () => read().catch((error) => error)))
  await expect.poll(async () => (await governor.read()).waiting.person).toBe(6)
  release()
  expect(await failing).toMatchObject({ code: "upstream_unreachable" })
  gate.isShut = false
  for (const error of await waiting)
    expect(error).toMatchObject({ code: "upstream_unavailable", sent: false })
  await governor.close()
  expect((await governor.read()).used).toBe(2)
  expect(platform.reads).toHaveLength(1)
  await upstream.close()
})
