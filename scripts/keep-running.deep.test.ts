import { randomUUID } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
} from "vitest"
import { openPool } from "@/lib/db"
import { type Child, startChild, waitUntilReady } from "./child"
import { findFreePort, isPortFree } from "./free-port"
import { keepRunning, type Running } from "./keep-running"
import { endProcess } from "./postgres/processes"
import { clusterProcesses, createTestFolder, query } from "./postgres/test-clusters"
import { keepPostgres, startServiceProcess } from "./stack"
import { dropDatabase } from "./testing/drop-database"

let directory: string
let server: Running | undefined
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "keep-running-"))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))
afterEach(async () => {
  await server?.stop()
  server = undefined
})

const source = `
  import { createServer } from "node:http"
  const server = createServer((request, response) => response.end(process.pid + ""))
  server.listen(Number(process.env.TEST_PORT), "127.0.0.1")
  server.on("error", () => process.exit(3))
`

/**
 * A program that leaves a server behind when it is killed; the server runs until it receives /end.
 */
const leaving = `
  import { spawn } from "node:child_process"
  const server = \`
    import { createServer } from "node:http"
    createServer((request, response) => {
      response.end(process.pid + "")
      if (request.url === "/end") process.exit(0)
    }).listen(Number(process.env.TEST_PORT), "127.0.0.1")
    setTimeout(() => process.exit(0), 60_000)
  \`
  spawn(process.execPath, ["--input-type=module", "-e", server], { detached: true, stdio: "ignore" })
  setInterval(() => {}, 1000)
`

interface ServerOptions {
  readonly program?: string
  readonly broken?: () => boolean
  readonly clock?: () => number
}

/** Keeps a small server running as a process; `children` are its processes, oldest first. */
async function keepServer({ program = source, broken, clock = Date.now }: ServerOptions = {}) {
  const files = [join(directory, "server.mjs"), join(directory, "broken.mjs")] as const
  writeFileSync(files[0], program)
  writeFileSync(files[1], "process.exit(7)")
  const port = await findFreePort()
  const children: Child[] = []
  const lines: string[] = []
  server = await keepRunning({
    async start(signal) {
      const file = files[broken?.() ? 1 : 0]
      const child = startChild({
        name: "The server",
        arguments: [file],
        environment: { TEST_PORT: `${port}` },
      })
      children.push(child)
      await waitUntilReady(child, `http://127.0.0.1:${port}`, signal)
      return child
    },
    port,
    clock,
    tell: (line) => lines.push(line),
  })
  const ask = () => fetch(`http://127.0.0.1:${port}`).then((answer) => answer.text())
  return { server, port, children, lines, ask }
}

const newest = (children: readonly Child[]) => children.at(-1) as Child

describe("a program that is kept running", () => {
  test("restarts when it is killed, and one line says why", async () => {
    const { children, lines, ask } = await keepServer()
    const before = await ask()
    await newest(children).kill()
    await expect.poll(() => ask().catch(() => before)).not.toBe(before)
    expect(children).toHaveLength(2)
    expect(lines).toEqual([
      "The server ended (SIGKILL). It is started again (1 of 5 in 10 minutes).",
    ])
  })

  test("is not restarted when it ends for the sixth time within ten minutes", async () => {
    const { server, port, children, lines, ask } = await keepServer()
    for (let times = 1; times <= 5; times += 1) {
      await newest(children).kill()
      await expect.poll(() => children.length).toBe(times + 1)
      await expect.poll(() => ask().catch(() => undefined)).toBeDefined()
    }
    await newest(children).kill()
    expect(await server.ended).toBe(
      "The server ended (SIGKILL). It has been started again 5 times in 10 minutes; that is enough.",
    )
    expect(lines).toHaveLength(5)
    expect(await isPortFree(port)).toBe(true)
  })

  test("keeps restarting if its ends are further apart", async () => {
    let now = 0
    const { children, lines, ask } = await keepServer({ clock: () => now })
    for (let times = 1; times <= 7; times += 1) {
      now += 3 * 60_000
      await newest(children).kill()
      await expect.poll(() => children.length).toBe(times + 1)
      await expect.poll(() => ask().catch(() => undefined)).toBeDefined()
    }
    expect(lines).toHaveLength(7)
  })

  test("is tried again if it ends while starting, and each attempt counts", async () => {
    let isBroken = false
    const { server, children, lines } = await keepServer({ broken: () => isBroken })
    isBroken = true
    await newest(children).kill()
    expect(await server.ended).toMatch(/^The server ended \(exit code 7\)\. .* that is enough\.$/)
    expect(children).toHaveLength(6)
    expect(lines.filter((line) => line.includes("exit code 7"))).toHaveLength(4)
  })

  test("is not retried if its first start fails", async () => {
    await expect(keepServer({ broken: () => true })).rejects.toThrow(
      "The server ended (exit code 7).",
    )
  })

  test("ends without a message when it is stopped, even during a restart", async () => {
    const { server, port, children, lines } = await keepServer()
    await server.stop()
    expect({ lines, starts: children.length }).toEqual({ lines: [], starts: 1 })
    const again = await keepServer()
    await newest(again.children).kill()
    await expect.poll(() => again.lines.length).toBe(1)
    await again.server.stop()
    await again.server.ended
    expect(again.lines).toHaveLength(1)
    expect([await isPortFree(port), await isPortFree(again.port)]).toEqual([true, true])
  })

  test("waits for the port that a leftover process still uses", async () => {
    const { server, port, children, lines, ask } = await keepServer({ program: leaving })
    const end = () => fetch(`http://127.0.0.1:${port}/end`).catch(() => undefined)
    const left = await ask()
    await newest(children).kill()
    await expect.poll(() => lines.length).toBe(1)
    expect(await ask()).toBe(left)
    await end()
    await expect.poll(() => ask().catch(() => left)).not.toBe(left)
    expect({ lines: lines.length, starts: children.length }).toEqual({ lines: 1, starts: 2 })
    await server.stop()
    await end()
  })
})

test("the reference service restarts after kill -9, with its data and its tokens", async () => {
  const administration = openPool(inject("databaseUrl"), { max: 1 })
  const database = `kept_${randomUUID().slice(0, 8)}`
  await administration.query(`create database "${database}"`)
  onTestFinished(async () => {
    await server?.stop()
    await dropDatabase(administration, database)
    await administration.end()
  })
  const url = new URL(inject("databaseUrl"))
  url.pathname = `/${database}`
  const port = await findFreePort()
  const children: Child[] = []
  server = await keepRunning({
    async start(signal) {
      const child = await startServiceProcess({
        directory,
        port,
        databaseUrl: url.href,
        signal,
        environment: { SERVICE_DEMO_SCALE: "0.001" },
      })
      children.push(child)
      return child
    },
    port,
    tell: () => {},
  })
  const origin = `http://127.0.0.1:${port}`
  const form = { grant_type: "client_credentials", scope: "svc.api:read" }
  const secrets = { client_id: "demo-dashboard", client_secret: "demo-dashboard-secret" }
  const token = await fetch(`${origin}/oidc/token`, {
    method: "POST",
    body: new URLSearchParams({ ...form, ...secrets }),
  }).then((answer) => answer.json())
  const read = () =>
    fetch(`${origin}/api/v1/highscores`, {
      headers: { authorization: `Bearer ${token.access_token}` },
    }).then((answer) => answer.text())
  const before = await read()
  await newest(children).kill()
  await expect(read()).rejects.toThrow()
  await expect.poll(() => read().catch(() => undefined)).toBe(before)
  // It responds a moment before it is reported ready.
  await expect.poll(() => children.length).toBe(2)
})

test("the embedded PostgreSQL restarts at the same address after its processes are killed", async () => {
  const folder = createTestFolder()
  onTestFinished(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const postgres = await keepPostgres(folder, ["test"])
  server = postgres
  const url = postgres.url("test")
  await query(url, "create table kept as select 7 as number")
  for (const { pid } of clusterProcesses(join(folder, "postgres"))) endProcess(pid)
  await expect
    .poll(() => query(url, "select number from kept").catch(() => undefined))
    .toEqual([{ number: 7 }])
  expect(postgres.url("test")).toBe(url)
  const told = readFileSync(join(folder, "logs", "postgres.log"), "utf8")
  expect(told).toMatch(/PostgreSQL ended by itself; .* It is started again \(1 of 5/)
})
