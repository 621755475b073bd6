import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { openPool } from "@/lib/db"
import { maxConnections } from "./http/connection-limits"
import {
  backendConnections,
  type DashboardInProcess,
  startDashboardInProcess,
} from "./testing/dashboard-in-process"

let dashboard: DashboardInProcess
const pool = openPool(inject("databaseUrl"), { max: 1 })
beforeAll(async () => {
  dashboard = await startDashboardInProcess(inject("databaseUrl"))
})
afterAll(async () => {
  await pool.end()
  await dashboard?.stop()
})

async function countConnections(): Promise<number> {
  const database = new URL(process.env["DATABASE_URL"] ?? "").pathname.slice(1)
  const text = `select count(*)::int as count from pg_stat_activity
    where datname = $1 and application_name = $2`
  const { rows } = await pool.query<{ count: number }>(text, [database, backendConnections])
  return rows[0]?.count ?? 0
}

test("An instance may have 16 connections.", () => {
  expect(maxConnections).toBe(16)
})

test("200 concurrent requests are all answered within the connection limit.", async () => {
  const cookie = await dashboard.people.cookieOf("admin@demo.test")
  const paths = ["/api/copies", "/api/sync", "/api/exports", "/api/v1.4/departments", "/readyz"]
  const asked = Array.from({ length: 200 }, (_, index) =>
    dashboard.ask(paths[index % paths.length] ?? "", { cookie }, "in process"),
  )
  let isOver = false
  let most = 0
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await countConnections())
      await delay(5)
    }
  })()
  const answers = await Promise.all(asked)
  isOver = true
  await watching
  expect(answers.filter((answer) => answer === undefined || answer.status >= 500)).toEqual([])
  expect(most).toBeGreaterThan(4)
  expect(most).toBeLessThanOrEqual(maxConnections)
}, 60_000)
