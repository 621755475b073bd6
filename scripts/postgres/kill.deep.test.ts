import fs from "node:fs"
import path from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { rounds } from "../testing/rounds"
import { endProcess } from "./processes"
import type { RunningPostgres } from "./running-postgres"
import { startPostgres } from "./supervisor"
import {
  awaitNoProcesses,
  type ClusterTemplate,
  clusterProcesses,
  createTemplate,
  createTestFolder,
  query,
  spawnWriter,
  startWriter,
  type Writer,
} from "./test-clusters"

// Each test starts a server several times, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })

const kills = rounds({ test: 1, deep: 12 })

let template: ClusterTemplate
let directory: string
beforeAll(async () => {
  template = await createTemplate(["test"])
})
afterAll(() => template.remove())
beforeEach(() => {
  directory = path.join(createTestFolder(), "postgres")
})
afterEach(() => {
  kill(clusterProcesses(directory).map(({ pid }) => pid))
  fs.rmSync(path.dirname(directory), { recursive: true, force: true })
})

const start = () => startPostgres({ directory, databases: ["test"] })

function pidsOf(part: "guardian" | "postmaster"): number[] {
  const mark = part === "guardian" ? "guardian-program.mjs" : "cluster_name="
  return clusterProcesses(directory)
    .filter(({ command }) => command.includes(mark))
    .map(({ pid }) => pid)
}

function kill(pids: (number | undefined)[]): void {
  for (const pid of pids) if (pid) endProcess(pid)
}

/**
 * Stops node so that it cannot replace the guardian, then kills the guardian, the others and node.
 */
function killWithGuardian(writer: Writer, others: number[] = []): void {
  writer.child.kill("SIGSTOP")
  kill([...pidsOf("guardian"), ...others, writer.child.pid])
}

async function lostRows(server: RunningPostgres, writer: Writer): Promise<number[]> {
  const rows = await query(server.url("test"), "select number from entry")
  const saved = new Set(rows.map(({ number }) => number))
  return writer.acknowledged.filter((number) => !saved.has(number))
}

const victims = {
  "node alone": (writer: Writer) => [writer.child.pid],
  "the postmaster, then node": (writer: Writer) => [...pidsOf("postmaster"), writer.child.pid],
  "the guardian and node": (writer: Writer) => [...pidsOf("guardian"), writer.child.pid],
  everything: (writer: Writer) => [
    writer.child.pid,
    ...clusterProcesses(directory).map(({ pid }) => pid),
  ],
} satisfies Record<string, (writer: Writer) => (number | undefined)[]>

test.each(Object.entries(victims))("kill -9 of %s loses no acknowledged row", async (_, choose) => {
  template.copyTo(directory)
  for (let round = 0; round < kills; round++) {
    const writer = await startWriter(directory)
    await delay(100 + Math.random() * 600)
    kill(choose(writer))
    await writer.ended
    const server = await start()
    expect(writer.acknowledged.length).toBeGreaterThan(0)
    expect(await lostRows(server, writer)).toEqual([])
    await server.stop()
    expect(await awaitNoProcesses(directory)).toEqual([])
  }
})

test("kill -9 of only node leaves no process behind", async () => {
  template.copyTo(directory)
  const writer = await startWriter(directory)
  kill([writer.child.pid])
  await writer.ended
  expect(await awaitNoProcesses(directory)).toEqual([])
})

test("kill -9 at any moment of the first start leaves a folder the next start can use", async () => {
  for (const after of [400, 600, 800, 1_000]) {
    const writer = spawnWriter(directory)
    await delay(after)
    kill([writer.child.pid, ...pidsOf("guardian"), ...pidsOf("postmaster")])
    await writer.ended
  }
  const server = await start()
  expect(await query(server.url("test"), "select 1 as one")).toEqual([{ one: 1 }])
  await server.stop()
  expect(fs.readdirSync(directory).filter((name) => name.startsWith("data.new"))).toEqual([])
})

test("a server whose node and guardian were killed is reattached and guarded again", async () => {
  template.copyTo(directory)
  const writer = await startWriter(directory, "idle")
  const [before] = pidsOf("postmaster")
  killWithGuardian(writer)
  await writer.ended
  const server = await start()
  expect(server.reattached).toBe(true)
  expect(pidsOf("postmaster")).toEqual([before])
  expect(pidsOf("guardian")).toHaveLength(1)
  await server.stop()
  expect(await awaitNoProcesses(directory)).toEqual([])
})

test("a killed guardian is replaced while its server keeps running", async () => {
  template.copyTo(directory)
  const server = await start()
  const [first] = pidsOf("guardian")
  kill([first])
  await expect.poll(() => pidsOf("guardian").filter((pid) => pid !== first)).toHaveLength(1)
  expect(await query(server.url("test"), "select 1 as one")).toEqual([{ one: 1 }])
  await server.stop()
  expect(await awaitNoProcesses(directory)).toEqual([])
})

test("a server that waits for its clients to disconnect is stopped and started again", async () => {
  template.copyTo(directory)
  const writer = await startWriter(directory, "idle")
  const client = new pg.Client(writer.remarks[0])
  client.on("error", () => {})
  await client.connect()
  const [before = 0] = pidsOf("postmaster")
  killWithGuardian(writer)
  await writer.ended
  process.kill(before, "SIGTERM")
  await delay(200)
  expect(pidsOf("postmaster")).toEqual([before])
  const server = await start()
  expect(server.reattached).toBe(false)
  expect(pidsOf("postmaster")).not.toContain(before)
  await server.stop()
  expect(await awaitNoProcesses(directory)).toEqual([])
})

test("a backend that keeps computing after its server was killed is ended", async () => {
  template.copyTo(directory)
  const writer = await startWriter(directory, "busy")
  await delay(200)
  killWithGuardian(writer, pidsOf("postmaster"))
  await writer.ended
  const server = await start()
  expect(server.reattached).toBe(false)
  await server.stop()
  expect(await awaitNoProcesses(directory)).toEqual([])
})

test("Ctrl-C to the whole process group leaves no process behind and needs no recovery", async () => {
  template.copyTo(directory)
  const writer = await startWriter(directory)
  process.kill(-(writer.child.pid ?? 0), "SIGINT")
  await writer.ended
  expect(await awaitNoProcesses(directory)).toEqual([])
  const server = await start()
  expect(await lostRows(server, writer)).toEqual([])
  await server.stop()
  const log = fs.readFileSync(path.join(directory, "server.log"), "utf8")
  expect(log).not.toContain("automatic recovery in progress")
})

test("a temporary cluster is removed when the process that uses it is killed", async () => {
  const writer = await startWriter(directory, "temporary")
  const socket = new URL(writer.remarks[0] ?? "").searchParams.get("host") ?? ""
  const folder = path.dirname(socket)
  expect(fs.existsSync(folder)).toBe(true)
  kill([writer.child.pid])
  await expect.poll(() => fs.existsSync(folder)).toBe(false)
})
