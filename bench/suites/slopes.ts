import { findDumpPrograms } from "@/scripts/companies/dump-programs"
import { locateSource, startTestServer } from "@/scripts/companies/testing/test-servers"
import { measureCompanies } from "../growth/measure-companies"
import { measureMonths } from "../growth/measure-months"
import { measurePoints, type PointCosts } from "../growth/measure-points"
import { storePoints } from "../growth/stored-points"
import type { Row } from "../row"
import { runSql } from "../service/running-service"
import type { Size, Suite, SuiteContext } from "../suite"

/** A small and a large number of points, and of companies. */
const plans: Readonly<
  Record<Size, { points: readonly [number, number]; companies: readonly [number, number] }>
> = {
  quick: { points: [125_000, 250_000], companies: [1, 3] },
  normal: { points: [125_000, 1_000_000], companies: [2, 20] },
  large: { points: [1_000_000, 10_000_000], companies: [10, 100] },
}

const connections = 32

/** A server that waits for its disk: one whose pg_dump is at hand where there is one. */
async function startServer({ keep }: SuiteContext) {
  const source = locateSource()
  const settings = { max_wal_size: "4GB", max_connections: "200" }
  const server = await startTestServer({
    durable: true,
    settings,
    ...(typeof source !== "string" && { source }),
  })
  keep({ stop: server.remove })
  const { major, version } = await runSql(server.url("postgres"), async (client) => {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version",
    )
    return rows[0] as { major: number; version: string }
  })
  return {
    url: server.url,
    postgres: `PostgreSQL ${version}`,
    programs: findDumpPrograms(major, process.env),
  }
}

type Server = Awaited<ReturnType<typeof startServer>>

const pointFigures: readonly { name: string; unit: string; of: keyof PointCosts }[] = [
  { name: "Disk of a point and its document", unit: "bytes", of: "bytesOfRecord" },
  { name: "Disk of a point's indexes", unit: "bytes", of: "bytesOfIndexes" },
  { name: "Disk of a point's part of the rollups", unit: "bytes", of: "bytesOfRollups" },
  { name: "Loading with indexes and rollups", unit: "points/s", of: "loadedPerSecond" },
  { name: "Comparing a page of 1,000 that has come again", unit: "ms", of: "recheckMs" },
  { name: "Vacuum after one of 100 rows has changed", unit: "ms", of: "vacuumMs" },
  { name: "Dump and restore", unit: "s", of: "dumpSeconds" },
]

const count = (number: number) => number.toLocaleString("en")

async function comparePoints({ print, size }: SuiteContext, server: Server): Promise<Row[]> {
  const costs = new Map<number, PointCosts>()
  const [small, large] = plans[size].points
  let months: Awaited<ReturnType<typeof measureMonths>> | undefined
  for (const points of [small, large]) {
    print(`Storing ${count(points)} points …`)
    const database = `points_${points}`
    await runSql(server.url("postgres"), (client) => client.query(`create database ${database}`))
    const url = server.url(database)
    const stored = await storePoints(url, points)
    print("They are compared, dumped and vacuumed …")
    costs.set(
      points,
      await measurePoints(url, stored, { count: points, programs: server.programs }),
    )
    if (points === small) {
      print("They are divided into months …")
      months = await runSql(url, (client) => measureMonths(client, 50))
    }
    await stored.pool.end()
  }
  const rows = pointFigures.flatMap(({ name, unit, of }): Row[] => {
    const [one, other] = [costs.get(large)?.[of], costs.get(small)?.[of]]
    if (one === undefined || other === undefined) return []
    const baseline = { name: `of ${count(small)}`, figure: other }
    return [{ name: `${name}, of ${count(large)}`, unit, figure: one, baseline }]
  })
  const monthRow = (name: string, [whole, monthly]: readonly [number, number]): Row => ({
    name: `${name}, 120 partitions, of ${count(small)}`,
    unit: "ms",
    figure: monthly,
    baseline: { name: "one table", figure: whole },
  })
  if (months)
    rows.push(
      monthRow("Page of 1,000", months.page),
      monthRow("Sum of a day by label", months.day),
      monthRow("Removing a month", months.removal),
    )
  return rows
}

async function compareCompanies({ print, size }: SuiteContext, server: Server): Promise<Row[]> {
  const [few, many] = plans[size].companies
  print(`Making databases of ${few} and of ${many} companies …`)
  const one = await measureCompanies(server.url, { companies: few, connections })
  await runSql(server.url("postgres"), async (client) => {
    for (let at = 0; at < few; at++) await client.query(`drop database company_${at}`)
  })
  const other = await measureCompanies(server.url, { companies: many, connections })
  const row = (name: string, unit: string, figure = Number.NaN, base = Number.NaN): Row => ({
    name: `${name}, ${many} companies`,
    unit,
    figure,
    baseline: { name: `${few}`, figure: base },
  })
  const mebi = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / 2 ** 20)
  return [
    row("Making a company's database", "ms", other.createMs, one.createMs),
    row("Disk of an empty company", "MiB", mebi(other.bytes), mebi(one.bytes)),
    ...(other.connectionBytes === undefined
      ? []
      : [
          row(
            "Memory of a connection",
            "MiB",
            mebi(other.connectionBytes),
            mebi(one.connectionBytes),
          ),
        ]),
  ]
}

/** What points and companies more cost: each figure at one size beside the same at a smaller one. */
export const slopes: Suite = async (context) => {
  const server = await startServer(context)
  const rows = [
    ...(await comparePoints(context, server)),
    ...(await compareCompanies(context, server)),
  ]
  const missing = [
    ...(server.programs
      ? []
      : ["Dump and restore: no pg_dump of the server's version is at hand (PG_BIN)."]),
    ...(rows.some(({ name }) => name.startsWith("Memory"))
      ? []
      : ["Memory of a connection: the system does not tell it to this user."]),
  ]
  return { rows, postgres: server.postgres, missing }
}
