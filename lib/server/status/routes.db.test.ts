import { afterAll, beforeAll, expect, inject, test } from "vitest"
import {
  type DashboardInProcess,
  type Mount,
  mounts,
  startDashboardInProcess,
} from "../testing/dashboard-in-process"

let dashboard: DashboardInProcess
beforeAll(async () => {
  dashboard = await startDashboardInProcess(inject("databaseUrl"))
})
afterAll(() => dashboard.stop())

test("only an administrator sees this instance and all its parts, and the platform is asked only for a token", async () => {
  const { people, ask, service } = dashboard
  const admin = await people.cookieOf("admin@demo.test")
  const read = async (mount: Mount) => {
    const answer = await ask("/api/status", { cookie: admin }, mount)
    return answer?.status === 200 ? answer.json() : {}
  }
  // The tables are migrated while the first request waits.
  await expect.poll(async () => Object.values(await read("front"))).not.toContain(null)
  for (const mount of mounts) {
    const { readiness, instances, tables, ...others } = await read(mount)
    expect(readiness).toMatchObject({ status: "ready", impaired: [], draining: false })
    expect(instances).toHaveLength(1)
    expect(instances[0]).toMatchObject({ isThis: true, impaired: [] })
    expect(tables.misfits).toEqual([])
    for (const part of ["quota", "copies", "exports", "jobs"]) expect(others[part]).not.toBeNull()
    expect(others.statements.length).toBeGreaterThan(0)
    expect(others.disk.databaseBytes).toBeGreaterThan(1_000_000)
    expect(JSON.stringify(others)).not.toMatch(/demo\.test|127\.0\.0\.1/)
  }
  const reads = service.lines.filter(({ operation }) => operation !== "identity")
  expect(reads).toEqual([])
  for (const person of ["hr", "analyst", "stranger"]) {
    const cookie = await people.cookieOf(`${person}@demo.test`)
    const refused = await ask("/api/status", { cookie })
    expect(refused?.status).toBe(403)
    expect(await refused?.json()).toMatchObject({ code: "forbidden" })
  }
  expect((await ask("/api/status"))?.status).toBe(401)
  const foreign = await ask("/api/status", {
    cookie: admin,
    headers: { "sec-fetch-site": "cross-site" },
  })
  expect(foreign?.status).toBe(403)
})

test("the readiness of the instance has the state of its parts and its impairments", async () => {
  const answer = await dashboard.ask("/readyz")
  expect(answer?.status).toBe(200)
  expect(await answer?.json()).toEqual({
    status: "ready",
    database: "ok",
    upstream: "ok",
    impaired: [],
  })
})
