import fs from "node:fs"
import path from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { startCluster } from "./cluster"
import { openClusterFolder } from "./cluster-folder"
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
} from "./test-clusters"

// Each test starts a server several times, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })

const databases = ["service", "dash board"]

let template: ClusterTemplate
let base: string
let directory: string
beforeAll(async () => {
  template = await createTemplate(databases)
})
afterAll(() => template.remove())
beforeEach(() => {
  base = createTestFolder()
  directory = path.join(base, "it's a, folder", "postgres")
})
afterEach(() => {
  for (const { pid } of clusterProcesses(directory)) process.kill(pid, "SIGKILL")
  fs.rmSync(base, { recursive: true, force: true })
})

const start = () => startPostgres({ directory, databases })

test("creates the databases once, keeps their rows, and removes nothing on stop", async () => {
  const first = await start()
  expect(first.reattached).toBe(false)
  await query(first.url("dash board"), "create extension pg_trgm")
  await query(first.url("dash board"), "create table kept as select 7 as number")
  await first.stop()
  await first.stop()
  expect(await awaitNoProcesses(directory)).toEqual([])
  const second = await start()
  expect(await query(second.url("dash board"), "select * from kept")).toEqual([{ number: 7 }])
  await second.stop()
})

test("is durable, UTF-8, in UTC, closed to the network, and its role is not a superuser", async () => {
  template.copyTo(directory)
  const server = await start()
  const [row] = await query(
    server.url("service"),
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
      current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
      current_setting('listen_addresses') as addresses, 'a' < 'B' as linguistic,
      'GRÖSSE' ilike 'grö%' as unicode, current_setting('max_connections') as connections,
      current_setting('is_superuser') as super`,
  )
  expect(row).toEqual({
    fsync: "on",
    commit: "on",
    pages: "on",
    checksums: "on",
    encoding: "UTF8",
    zone: "UTC",
    addresses: "",
    linguistic: false,
    unicode: true,
    connections: "100",
    super: "off",
  })
  const host = new URL(server.url("service")).searchParams.get("host") ?? ""
  expect(fs.statSync(host).mode & 0o777).toBe(0o700)
  await server.stop()
})

test("a second supervisor fails with the process id of the first, which keeps running", async () => {
  template.copyTo(directory)
  const server = await start()
  const other = await startWriter(directory)
  await other.ended
  expect(other.remarks[0]).toContain(`already in use by process ${process.pid}.`)
  await expect(start()).rejects.toMatchObject({ code: "in_use" })
  expect(await query(server.url("service"), "select 1 as one")).toEqual([{ one: 1 }])
  await server.stop()
})

test("of two concurrent first starts, one wins and the other reports that the folder is in use", async () => {
  const writers = [spawnWriter(directory, "idle"), spawnWriter(directory, "idle")]
  await expect.poll(() => writers.flatMap((w) => w.remarks)).toHaveLength(2)
  const remarks = writers.map(({ remarks: [first = ""] }) => first).sort()
  expect(remarks[0]).toContain("already in use by process")
  expect(remarks[1]).toMatch(/^postgres:/)
  for (const { child } of writers) child.kill("SIGKILL")
  expect(await awaitNoProcesses(directory)).toEqual([])
})

test("a pid file whose process id is now another process's does not prevent a start", async () => {
  template.copyTo(directory)
  const { data } = openClusterFolder(directory)
  const file = path.join(data, "postmaster.pid")
  fs.writeFileSync(file, `${process.pid}\n${data}\n1\n5432\n${data}\n\n1 1\nready\n`)
  const server = await start()
  expect(server.reattached).toBe(false)
  await server.stop()
})

test("a path too long for a socket gets a short private folder instead", async () => {
  directory = path.join(base, "x".repeat(120))
  template.copyTo(directory)
  const server = await start()
  const host = new URL(server.url("service")).searchParams.get("host") ?? ""
  expect(host.length).toBeLessThan(90)
  expect(fs.statSync(host).mode & 0o777).toBe(0o700)
  expect(await query(server.url("service"), "select 1 as one")).toEqual([{ one: 1 }])
  await server.stop()
  fs.rmSync(host, { recursive: true })
})

test("without sockets it listens on loopback and requires a password", async () => {
  template.copyTo(directory)
  const options = { directory, databases: ["test"], durable: true, remove: [] }
  const server = await startCluster({ ...options, transport: "loopback" })
  const url = new URL(server.url("test"))
  expect(url.hostname).toBe("127.0.0.1")
  expect(await query(url.href, "select inet_server_addr()::text as at")).toEqual([
    { at: "127.0.0.1/32" },
  ])
  url.password = "guessed"
  await expect(query(url.href, "select 1")).rejects.toThrow("password authentication failed")
  await server.stop()
})

test("data of another major version, or a folder with other files, is refused with a message", async () => {
  template.copyTo(directory)
  const { data } = openClusterFolder(directory)
  fs.writeFileSync(path.join(data, "PG_VERSION"), "16\n")
  await expect(start()).rejects.toThrow(/made by PostgreSQL 16 and the bundled one is \d+/)
  fs.rmSync(path.join(data, "PG_VERSION"))
  await expect(start()).rejects.toMatchObject({ code: "not_a_cluster" })
})

test("the leftovers of an incomplete initdb are removed", async () => {
  fs.mkdirSync(path.join(directory, "data.new-1234"), { recursive: true })
  const server = await start()
  await server.stop()
  expect(fs.existsSync(path.join(directory, "data.new-1234"))).toBe(false)
})
