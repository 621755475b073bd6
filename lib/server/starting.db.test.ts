import { afterEach, beforeEach, expect, inject, test } from "vitest"
import { openPool } from "../db"
import { openBackendOf } from "./backend"
import { parseConfig } from "./config"
import { createLog } from "./http/log"
import type { Backend } from "./opened"
import { createDatabase } from "./testing/dashboard-in-process"

let database: Awaited<ReturnType<typeof createDatabase>>
const opened: Backend[] = []
beforeEach(async () => {
  database = await createDatabase(inject("databaseUrl"))
})
afterEach(async () => {
  for (const backend of opened.splice(0)) await backend.stop(async () => {})
  await database.close()
})

function open(databaseUrl: string) {
  const config = parseConfig({
    DATABASE_URL: databaseUrl,
    REPORTING_API_URL: "http://127.0.0.1:1/api",
    REPORTING_TOKEN_URL: "http://127.0.0.1:1/token",
    REPORTING_CLIENT_ID: "client",
    REPORTING_CLIENT_SECRET: "secret",
    REPORTING_RATE_LIMIT: "0",
    COPY_BUDGET: "0",
    AUTH_OIDC_ISSUER: "http://127.0.0.1:1",
    AUTH_OIDC_CLIENT_ID: "client",
    AUTH_OIDC_CLIENT_SECRET: "secret",
    NEXTAUTH_SECRET: "a secret of at least thirty-two characters",
    NEXTAUTH_URL: "http://localhost:3000",
    WORKSPACE_FILE: "/nowhere/workspace.json",
  })
  const backend = openBackendOf(config, createLog({ write: () => {} }))
  opened.push(backend)
  return backend
}

async function ask(backend: Backend, path: string) {
  const answer = await backend.answer(new Request(`http://localhost:3000${path}`), { target: path })
  const { status, headers } = answer
  return { status, retryAfter: headers.get("retry-after"), body: await answer.json() }
}

test("While another process locks the tables, an instance is migrating and responds 503; then it serves.", async () => {
  const pool = openPool(database.url, { max: 1 })
  const holder = await pool.connect()
  await holder.query("begin; create schema dashboard")
  const backends = [open(database.url), open(database.url)]
  for (const backend of backends) {
    expect(await ask(backend, "/healthz")).toMatchObject({ status: 200, body: { status: "ok" } })
    expect(await ask(backend, "/readyz")).toMatchObject({
      status: 503,
      body: { status: "not_ready", reason: "migrating" },
    })
    for (const path of ["/api/session", "/api/v1.4/departments", "/metrics", "/api/nothing"])
      expect(await ask(backend, path)).toMatchObject({
        status: 503,
        retryAfter: "2",
        body: { code: "starting", requestId: expect.any(String) },
      })
  }

  await holder.query("rollback")
  holder.release()
  await pool.end()
  for (const backend of backends) {
    await expect.poll(() => backend.isStarting, { timeout: 20_000 }).toBe(false)
    expect(await ask(backend, "/api/session")).toMatchObject({ status: 200 })
  }
})

test("If the database is unreachable, the process stays alive and reports the reason.", async () => {
  const backend = open("postgres://nobody@127.0.0.1:1/nothing")
  expect(await ask(backend, "/healthz")).toMatchObject({ status: 200 })
  await expect
    .poll(() => ask(backend, "/readyz"))
    .toMatchObject({ status: 503, body: { reason: "database_unreachable", database: "refused" } })
  expect(await ask(backend, "/api/session")).toMatchObject({ status: 503 })
})
