import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { catalogue, parseWorkspace } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { findBuild, holdBuilds, readIndex } from "@/lib/db/testing/watch-builds"
import { dropDatabase } from "@/scripts/testing/drop-database"
import { readConfig } from "./config"
import { buildUserNames } from "./demo"
import { ListenError } from "./http-server"
import { ExposedIdentityError } from "./identity/loopback"
import { type RunningService, StartError, startService } from "./start"

const administration = openPool(inject("databaseUrl"), { max: 1 })
const database = `service_${randomUUID().slice(0, 8)}`
const databaseUrl = new URL(inject("databaseUrl"))
databaseUrl.pathname = `/${database}`
let directory: string
beforeAll(async () => {
  await administration.query(`create database "${database}"`)
  directory = await mkdtemp(join(tmpdir(), "service-"))
})
afterAll(async () => {
  await dropDatabase(administration, database)
  await administration.end()
  await rm(directory, { recursive: true })
})

const settings = (changes: Record<string, string> = {}) => ({
  SERVICE_PORT: "0",
  SERVICE_DATABASE_URL: databaseUrl.href,
  SERVICE_DEMO_SCALE: "0.001",
  SERVICE_DEMO_DAY: "2026-11-16",
  SERVICE_WORKSPACE_FILE: join(directory, "workspace.json"),
  SERVICE_LOG_LEVEL: "silent",
  ...changes,
})
const start = (changes?: Record<string, string>) => startService(readConfig(settings(changes)))

const addressOf = ({ port }: RunningService, path: string) => `http://127.0.0.1:${port}${path}`

const fetchHighscores = (service: RunningService, token: string) =>
  fetch(addressOf(service, "/api/v1/highscores"), { headers: { authorization: `Bearer ${token}` } })

async function requestToken(service: RunningService): Promise<string> {
  const form = { grant_type: "client_credentials", scope: "svc.api:read" }
  const secrets = { client_id: "demo-dashboard", client_secret: "demo-dashboard-secret" }
  const body = new URLSearchParams({ ...form, ...secrets })
  const response = await fetch(addressOf(service, "/oidc/token"), { method: "POST", body })
  return ((await response.json()) as { access_token: string }).access_token
}

describe("a started service", () => {
  test("serves demo data, writes the workspace file and stops", async () => {
    const service = await start()
    expect(service.url).toBe(`http://127.0.0.1:${service.port}/api`)
    expect((await fetch(addressOf(service, "/readyz"))).status).toBe(200)
    const answer = await fetchHighscores(service, await requestToken(service))
    expect(((await answer.json()) as { count: number }).count).toBeGreaterThanOrEqual(3)
    const file: unknown = JSON.parse(await readFile(join(directory, "workspace.json"), "utf8"))
    expect(parseWorkspace(catalogue, file)).toMatchObject({ ok: true })
    await service.stop()
    await expect(fetch(addressOf(service, "/healthz"))).rejects.toThrow()
  })

  test("accepts tokens of another instance on the same database, even after that has stopped", async () => {
    const publicUrl = { SERVICE_PUBLIC_URL: "http://localhost:8080/api" }
    const [one, two] = await Promise.all([start(publicUrl), start(publicUrl)])
    const token = await requestToken(one)
    expect((await fetchHighscores(two, token)).status).toBe(200)
    await Promise.all([one.stop(), two.stop()])
    const three = await start(publicUrl)
    const answer = await fetchHighscores(three, token)
    expect(answer.status).toBe(200)
    await three.stop()
  })

  test("responds before an index of a large table is built, and builds it later", async () => {
    const pool = openPool(databaseUrl.href, { max: 2 })
    const [points, index] = ["reporting.data_point", "reporting.data_point_by_time_stamp"]
    await pool.query(
      `drop index ${index};
       insert into ${points} (in_data_set_id, time_stamp, value, document)
       select gen_random_uuid(), now(), number, '' from generate_series(1, 1500) as number`,
    )
    const release = await holdBuilds(pool, points)
    const service = await start()
    await findBuild(pool, points)
    expect((await fetchHighscores(service, await requestToken(service))).status).toBe(200)
    await release()
    await expect.poll(async () => (await readIndex(pool, index))?.isValid).toBe(true)
    await service.stop()
    await pool.end()
  })
})

test("several instances started at the same time in one folder write complete files", async () => {
  const services = await Promise.all(Array.from({ length: 8 }, () => start()))
  const file: unknown = JSON.parse(await readFile(join(directory, "workspace.json"), "utf8"))
  expect(parseWorkspace(catalogue, file)).toMatchObject({ ok: true })
  const people = await readFile(join(directory, "user-names.csv"), "utf8")
  expect(people).toBe(buildUserNames(Number(settings().SERVICE_DEMO_SCALE)))
  expect((await readdir(directory)).toSorted()).toEqual(["user-names.csv", "workspace.json"])
  await Promise.all(services.map((service) => service.stop()))
})

describe("a service that loses its database", () => {
  test("is healthy but not ready, and returns 503", async () => {
    const other = `${database}_gone`
    await administration.query(`create database "${other}"`)
    const url = new URL(databaseUrl)
    url.pathname = `/${other}`
    const service = await start({ SERVICE_DATABASE_URL: url.href })
    const token = await requestToken(service)
    await dropDatabase(administration, other)
    expect((await fetch(addressOf(service, "/healthz"))).status).toBe(200)
    expect((await fetch(addressOf(service, "/readyz"))).status).toBe(503)
    const answer = await fetchHighscores(service, token)
    expect([answer.status, await answer.json()]).toMatchObject([503, { errorCode: "unavailable" }])
    await service.stop()
  })
})

describe("a failing start", () => {
  test("reports that the port is in use", async () => {
    const service = await start()
    await expect(start({ SERVICE_PORT: `${service.port}` })).rejects.toThrow(ListenError)
    await service.stop()
  })

  test("reports that the database is unreachable, without its address or password", async () => {
    const attempt = start({ SERVICE_DATABASE_URL: "postgres://u:secret@127.0.0.1:9/none" })
    await expect(attempt).rejects.toThrow(StartError)
    await expect(attempt).rejects.toThrow(
      "The database that SERVICE_DATABASE_URL names cannot be used (ECONNREFUSED).",
    )
  })

  test("reports that the workspace file cannot be written", async () => {
    const attempt = start({ SERVICE_WORKSPACE_FILE: "/dev/null/workspace.json" })
    await expect(attempt).rejects.toThrow(
      /^The workspace file cannot be written \(E[A-Z]+\); set SERVICE_WORKSPACE_FILE/,
    )
  })

  test("refuses a public URL outside loopback", async () => {
    await expect(start({ SERVICE_PUBLIC_URL: "https://reports.example.com/api" })).rejects.toThrow(
      ExposedIdentityError,
    )
  })
})

describe("the program", () => {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url))

  /** Runs service/main.ts. `output` is what it has written so far. */
  function run(environment: Record<string, string>) {
    const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", main], {
      env: { NODE_ENV: "production", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    })
    const program = { child, output: "", ended: once(child, "close") }
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        program.output += chunk
      })
    return program
  }

  test("exits with one sentence if a setting is missing", async () => {
    const program = run({})
    expect((await program.ended)[0]).toBe(1)
    expect(program.output).toMatch(/^SERVICE_DATABASE_URL is missing; `npm run service` provides/m)
    expect(program.output).not.toMatch(/^\s+at /m)
  })

  test("stops on SIGTERM once it is ready", async () => {
    const program = run(settings({ SERVICE_LOG_LEVEL: "info" }))
    await expect.poll(() => program.output).toContain('"msg":"ready"')
    program.child.kill("SIGTERM")
    expect((await program.ended)[0]).toBe(0)
  })
})
