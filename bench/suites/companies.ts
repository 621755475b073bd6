import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { catalogue } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { migrate } from "@/lib/records"
import { readCompanies } from "@/scripts/companies/companies-file"
import type { Way } from "@/scripts/companies/move"
import { moveCompany } from "@/scripts/companies/move-company"
import {
  locateSource,
  startTestServer,
  type TestServer,
} from "@/scripts/companies/testing/test-servers"
import { median } from "../median"
import type { Row } from "../row"
import { loadDataSet } from "../service/data-points"
import { runSql } from "../service/running-service"
import type { Size, Suite, SuiteContext } from "../suite"

const sizes: Readonly<Record<Size, { points: number; rounds: number }>> = {
  quick: { points: 20_000, rounds: 1 },
  normal: { points: 1_000_000, rounds: 3 },
  large: { points: 10_000_000, rounds: 1 },
}

const database = "company"

async function startServers(
  { keep }: SuiteContext,
  source: Exclude<ReturnType<typeof locateSource>, string>,
) {
  const start = async (options: Parameters<typeof startTestServer>[0]) => {
    const server = await startTestServer({ ...options, durable: true })
    keep({ stop: server.remove })
    return server
  }
  const settings = { wal_level: "logical", max_wal_size: "4GB" }
  return { north: await start({ source, settings }), south: await start({ settings }) }
}

async function fill(server: TestServer, points: number): Promise<string> {
  await runSql(server.url("postgres"), (client) => client.query(`create database ${database}`))
  const url = server.url(database)
  const pool = openPool(url, { max: 2 })
  await migrate(pool, catalogue)
  await pool.end()
  await loadDataSet(url, points)
  return runSql(url, async (client) => {
    const { rows } = await client.query("select split_part(version(), ' ', 2) as version")
    return `PostgreSQL ${rows[0].version}`
  })
}

interface Servers {
  readonly north: TestServer
  readonly south: TestServer
}

/** Moves the company and puts everything back; answers for how long it was closed and how long all of it took, in seconds. */
async function timeMove({ north, south }: Servers, file: string, by: Way) {
  const servers = { north: { url: north.url("postgres") }, south: { url: south.url("postgres") } }
  const companies = { one: { server: "north", databases: { dashboard: database } } }
  writeFileSync(file, JSON.stringify({ servers, companies }))
  const started = performance.now()
  const { stoppedMs, left } = await moveCompany({
    companies: readCompanies(file, {}),
    name: "one",
    to: "south",
    by,
    environment: process.env,
    report: () => {},
  })
  const whole = (performance.now() - started) / 1000
  await runSql(south.url("postgres"), (client) => client.query(`drop database ${database}`))
  await runSql(north.url("postgres"), (client) =>
    client.query(`alter database "${left[0]}" rename to ${database}`),
  )
  return { closed: stoppedMs / 1000, whole }
}

type Times = Awaited<ReturnType<typeof timeMove>>[]

const rowOf = (name: string, of: keyof Times[number], dumps: Times, replications: Times): Row => ({
  name,
  unit: "s",
  figure: median(replications.map((times) => times[of])),
  baseline: { name: "by dump", figure: median(dumps.map((times) => times[of])) },
})

/** For how long a company is closed while it moves between two servers of this machine. */
export const companies: Suite = async (context) => {
  const { print, size } = context
  const source = locateSource()
  if (typeof source === "string") {
    print(source)
    return { rows: [] }
  }
  const { points, rounds } = sizes[size]
  const servers = await startServers(context, source)
  print(`Loading ${points.toLocaleString("en")} data points …`)
  const postgres = await fill(servers.north, points)
  const folder = mkdtempSync(join(tmpdir(), "companies-"))
  context.keep({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  const dumps: Times = []
  const replications: Times = []
  for (let round = 0; round < rounds; round++)
    for (const [by, times] of [["dump", dumps] as const, ["replication", replications] as const]) {
      const time = await timeMove(servers, join(folder, "companies.json"), by)
      print(`By ${by}: closed for ${time.closed.toFixed(1)} s of ${time.whole.toFixed(1)} s.`)
      times.push(time)
    }
  const name = `${points.toLocaleString("en")} points move by replication`
  const rows = [
    rowOf(`${name}, closed`, "closed", dumps, replications),
    rowOf(`${name}, in all`, "whole", dumps, replications),
  ]
  return { rows, postgres }
}
