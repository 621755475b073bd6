import { bearer, measureHttp } from "../http-load"
import { interleave } from "../interleave"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import { measureSql, startMinimalServer } from "./baseline"
import { printPageStatement } from "./column-table"
import type { DataSet } from "./data-points"
import { pageUrl, type RunningService } from "./running-service"

/** The number of concurrent clients. */
export const clients = 50

const plans: Readonly<Record<Size, { rounds: number; seconds: number }>> = {
  quick: { rounds: 1, seconds: 2 },
  normal: { rounds: 5, seconds: 4 },
  large: { rounds: 5, seconds: 4 },
}

const goals: { readonly [limit: number]: Row["goal"] } = {
  1000: { atLeast: 1.4 },
}

const recordsIn = (body: string) => JSON.stringify((JSON.parse(body) as { data: unknown }).data)

/** Throws unless both send the same records; otherwise their speeds cannot be compared. */
async function requireSameRecords({ read }: RunningService, one: string, other: string) {
  if (recordsIn(await read(one)) !== recordsIn(await read(other)))
    throw new Error("The service and the minimal server send different records.")
}

/**
 * First pages of this many records a second: by the service, by a minimal server and by the
 * statement only.
 */
async function compareLimit(
  { size, keep, print }: SuiteContext,
  service: RunningService,
  { id }: DataSet,
  limit: number,
): Promise<Row[]> {
  print(`Pages of ${limit} records: service, minimal server and bare SQL in turn …`)
  const { databaseUrl, poolSize, token } = service
  const { rounds, seconds } = plans[size]
  const statement = printPageStatement(id, limit)
  const minimal = keep(await startMinimalServer({ databaseUrl, poolSize, statement }))
  const url = pageUrl(service, id, `limit=${limit}`)
  await requireSameRecords(service, url, minimal.url)
  const load = { connections: clients, seconds }
  const taken = await interleave(
    {
      service: () => measureHttp({ url, headers: bearer(token), ...load }),
      minimal: () => measureHttp({ url: minimal.url, ...load }),
      sql: () => measureSql({ databaseUrl, poolSize, statement, clients, seconds }),
    },
    rounds,
  )
  const name = `Pages of ${limit} records, ${clients} clients`
  const row = { name, unit: "pages/s", figure: taken.service }
  const goal = goals[limit]
  return [
    { ...row, baseline: { name: "minimal server", figure: taken.minimal }, ...(goal && { goal }) },
    { ...row, baseline: { name: "bare SQL", figure: taken.sql } },
  ]
}

/** Compares the service's speed over HTTP with that of its database. */
export async function comparePages(
  context: SuiteContext,
  service: RunningService,
  dataSet: DataSet,
): Promise<Row[]> {
  // Short pages first: there are many, which warms the service up for the long ones.
  const short = await compareLimit(context, service, dataSet, 50)
  const long = await compareLimit(context, service, dataSet, 1000)
  return [...long, ...short]
}
