import { z } from "zod"
import { bearer, measureHttp } from "../http-load"
import { interleave } from "../interleave"
import type { Row } from "../row"
import { clients } from "../service/compare-pages"
import type { DataSet } from "../service/data-points"
import { pageUrl, type RunningService, runSql } from "../service/running-service"
import type { Size, SuiteContext, SuiteResult } from "../suite"
import { copyToPlainTable, peerSchema } from "./plain-table"
import { startPeer } from "./start-peer"

const plans: Readonly<Record<Size, { rounds: number; seconds: number }>> = {
  quick: { rounds: 1, seconds: 3 },
  normal: { rounds: 5, seconds: 8 },
  large: { rounds: 3, seconds: 20 },
}
const timeout = 120
const depth = 0.9

/**
 * The orders requested from the peer. Both return the same rows, because points are stored in order
 * of time.
 */
const orders = {
  time: { orderBy: "TIME_STAMP_ASC", title: "by its cursor" },
  key: { orderBy: "PRIMARY_KEY_ASC", title: "by its cursor on the primary key alone" },
} as const
type Order = (typeof orders)[keyof typeof orders]

const record = z.object({
  label: z.string(),
  timeStamp: z.string().transform(Date.parse),
  value: z.number().nullable(),
  departmentId: z.string(),
  userId: z.string().nullable(),
})
const ownPage = z.object({ data: z.array(record), nextUrl: z.string().optional() })
const peerPage = z.object({
  data: z.object({
    page: z.object({
      nodes: z.array(record),
      pageInfo: z.object({ endCursor: z.string(), hasNextPage: z.boolean() }),
    }),
  }),
})

/** A page in GraphQL, with the fields that lead to the next page. */
const printQuery = ({ orderBy }: Order) => `
  query Page($dataSet: UUID!, $first: Int!, $after: Cursor, $offset: Int) {
    page: allDataPoints(condition: { inDataSetId: $dataSet }, orderBy: [${orderBy}], first: $first, after: $after, offset: $offset) {
      nodes { label timeStamp value departmentId userId }
      pageInfo { endCursor hasNextPage }
    }
  }`

const json = { "content-type": "application/json" }

/** The peer's list of a data set, in an order. */
function openList(origin: string, dataSetId: string, order: Order) {
  const url = `${origin}/graphql`
  const print = (variables: { first: number; after?: string; offset?: number }) =>
    JSON.stringify({
      query: printQuery(order),
      variables: { dataSet: dataSetId, ...variables },
    })
  const read = async (body: string) => {
    const answer = await fetch(url, { method: "POST", headers: json, body })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`The list peer answered ${answer.status}: ${text}`)
    return peerPage.parse(JSON.parse(text)).data.page
  }
  return {
    /** The request for the page after this many rows, by the cursor of the last of them. */
    async findPage(after: number, first: number): Promise<string> {
      const { pageInfo } = await read(print({ first: 1, offset: after - 1 }))
      return print({ first, after: pageInfo.endCursor })
    },
    read,
    /**
     * Pages a second. A final read waits until requests that were abandoned are finished, so that
     * they do not affect the next measurement.
     */
    async measure(body: string, seconds: number): Promise<number> {
      const load = { connections: clients, seconds, timeout }
      const figure = await measureHttp({ url, headers: json, body, ...load })
      await read(body)
      return figure
    },
  }
}

type PeerList = ReturnType<typeof openList>

/** The service's URL of the page after this many rows, by the cursor of the page before. */
async function findOwnPage(service: RunningService, { id }: DataSet, after: number, limit: number) {
  const before = pageUrl(service, id, `limit=${limit}&offset=${after - limit}`)
  const { nextUrl } = ownPage.parse(JSON.parse(await service.read(before)))
  if (!nextUrl) throw new Error(`There is no page behind ${after} points.`)
  return nextUrl
}

/** Throws unless both return the same records in the same order and agree on whether more exist. */
async function requireSamePage(own: string, list: PeerList, body: string): Promise<void> {
  const { data, nextUrl } = ownPage.parse(JSON.parse(own))
  const { nodes, pageInfo } = await list.read(body)
  const isSame =
    JSON.stringify(data) === JSON.stringify(nodes) &&
    pageInfo.hasNextPage === (nextUrl !== undefined)
  if (!isSame) throw new Error("The service and the list peer give different pages.")
}

async function compareLimit(
  { size, print }: SuiteContext,
  service: RunningService,
  dataSet: DataSet,
  { origin, limit }: { origin: string; limit: number },
): Promise<Row[]> {
  const after = Math.floor(dataSet.points * depth)
  const name = `Pages of ${limit} records after ${after.toLocaleString("en")}, ${clients} clients`
  print(`${name}: the service and PostGraphile in turn …`)
  const url = await findOwnPage(service, dataSet, after, limit)
  const own = await service.read(url)
  const open = async (order: Order) => {
    const list = openList(origin, dataSet.id, order)
    const body = await list.findPage(after, limit)
    await requireSamePage(own, list, body)
    return (seconds: number) => list.measure(body, seconds)
  }
  const [byTime, byKey] = [await open(orders.time), await open(orders.key)]
  const { rounds, seconds } = plans[size]
  const load = { headers: bearer(service.token), connections: clients, seconds }
  const taken = await interleave(
    {
      own: () => measureHttp({ url, ...load }),
      time: () => byTime(seconds),
      key: () => byKey(seconds),
    },
    rounds,
  )
  const row = { name, unit: "pages/s", figure: taken.own }
  const baseline = ({ title }: Order, figure: number) => ({ name: `PostGraphile ${title}`, figure })
  return [
    { ...row, baseline: baseline(orders.time, taken.time), goal: { atLeast: 5 } },
    { ...row, baseline: baseline(orders.key, taken.key) },
  ]
}

/**
 * Compares deep pages of the service with those of a program that generates an API from a table,
 * over the same rows in the same database.
 */
export async function compareListPeer(
  context: SuiteContext,
  service: RunningService,
  dataSet: DataSet,
): Promise<Pick<SuiteResult, "rows" | "missing">> {
  await runSql(service.databaseUrl, (client) => copyToPlainTable(client, "reporting", dataSet.id))
  const started = await startPeer(context, {
    name: "PostGraphile",
    file: "postgraphile.mjs",
    environment: {
      PEER_DATABASE_URL: service.databaseUrl,
      PEER_SCHEMA: peerSchema,
      PEER_POOL_SIZE: `${service.poolSize}`,
    },
  })
  if ("missing" in started) return { rows: [], missing: [started.missing] }
  const { origin } = started
  const short = await compareLimit(context, service, dataSet, { origin, limit: 50 })
  const long = await compareLimit(context, service, dataSet, { origin, limit: 1000 })
  return { rows: [...long, ...short] }
}
