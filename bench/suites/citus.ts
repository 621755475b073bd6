import { bucketEdges, catalogue, listOperations } from "@/lib/catalogue"
import { createSeries, createStore, replicaSchema, type SeriesRead } from "@/lib/records"
import { findCitus, startCitusCluster, startPlainServer } from "@/scripts/citus/cluster"
import { storePoints } from "../growth/stored-points"
import { measureInterleaved } from "../interleave"
import { storeId } from "../kpi/load-points"
import { percentile } from "../percentile"
import type { Row } from "../row"
import type { Size, Suite, SuiteContext } from "../suite"

/** The data sets of one company, each of that many points. */
const dataSetIds = Array.from({ length: 8 }, (_, at) => storeId(999_999 - at))
const pointCounts: Readonly<Record<Size, number>> = {
  quick: 125_000,
  normal: 250_000,
  large: 1_250_000,
}
const rounds: Readonly<Record<Size, number>> = { quick: 5, normal: 20, large: 20 }

const zone = "Europe/Copenhagen"
const year = bucketEdges({ from: "2024-01-08", to: "2024-12-29" }, "day", zone)
const month = bucketEdges({ from: "2024-10-10", to: "2024-11-08" }, "hour", zone)
const plain = { scope: "all", top: 10, filters: [] } as const

const kinds: readonly { name: string; read: Omit<SeriesRead, "dataSetId"> }[] = [
  {
    name: "sum by day, from the rollup",
    read: { ...plain, measure: "sum", grouping: "none", ranges: [year] },
  },
  {
    name: "average by hour and label, 30 days, from the rollup",
    read: { ...plain, measure: "average", grouping: "label", ranges: [month] },
  },
  {
    name: "sum by day and label, values above 500, from the points",
    read: {
      ...plain,
      measure: "sum",
      grouping: "label",
      ranges: [year],
      filters: [{ property: "dataValue", operator: "gt", value: 500 }],
    },
  },
]

async function openCopies(context: SuiteContext, url: string, points: number) {
  const { pool, tables } = await storePoints(url, points, dataSetIds)
  context.keep({ stop: () => pool.end() })
  const options = { pool, catalogue, schema: replicaSchema }
  return { store: createStore({ ...options, tables }), series: createSeries(options) }
}

type Copies = Awaited<ReturnType<typeof openCopies>>

const dataPoints = listOperations(catalogue).find(({ record }) => record === "dataPoint")

function pageOf({ store }: Copies, limit: number) {
  if (!dataPoints) throw new Error("The catalogue has no list of data points.")
  const request = { filters: [], sort: [], limit }
  const options = { baseUrl: "http://127.0.0.1/api", scope: "all" } as const
  return store.readPage(dataPoints, { dataSetId: dataSetIds[0] ?? "" }, request, options)
}

const seriesOf = ({ series }: Copies, read: Omit<SeriesRead, "dataSetId">) =>
  series.read({ ...read, dataSetId: dataSetIds[0] ?? "" })

const seriesOfAll = ({ series }: Copies, read: Omit<SeriesRead, "dataSetId">) =>
  Promise.all(dataSetIds.map((dataSetId) => series.read({ ...read, dataSetId })))

interface Question {
  readonly name: string
  readonly ask: (copies: Copies) => Promise<unknown>
  readonly goal: number
}

const questions: readonly Question[] = [
  ...[1000, 50].map((limit) => ({
    name: `A page of ${limit} points`,
    ask: (copies: Copies) => pageOf(copies, limit),
    goal: 1.5,
  })),
  ...kinds.map(({ name, read }) => ({
    name: `A series of one data set, ${name}`,
    ask: (copies: Copies) => seriesOf(copies, read),
    goal: 1.5,
  })),
  ...kinds.map(({ name, read }) => ({
    name: `The series of all ${dataSetIds.length} data sets, ${name}`,
    ask: (copies: Copies) => seriesOfAll(copies, read),
    goal: 1,
  })),
]

/** What an answer says, but for its cursors' keys and the last digits of sums, which hang on the order of their values. */
const contentOf = (answer: unknown): string =>
  JSON.stringify(answer, (name, value) => {
    if (name.endsWith("Cursor")) return null
    return typeof value === "number" ? Number(value.toPrecision(10)) : value
  })

const timed = (work: () => Promise<unknown>) => async () => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function compare({ size }: SuiteContext, spread: Copies, plain: Copies): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, ask, goal } of questions) {
    if (contentOf(await ask(spread)) !== contentOf(await ask(plain)))
      throw new Error(`"${name}" is answered differently.`)
    const taken = await measureInterleaved(
      { spread: timed(() => ask(spread)), plain: timed(() => ask(plain)) },
      rounds[size],
    )
    for (const [part, share] of [
      ["p50", 0.5],
      ["p95", 0.95],
    ] as const)
      rows.push({
        name: `${name}, ${part}`,
        unit: "ms",
        figure: percentile(taken.spread, share),
        baseline: { name: "plain PostgreSQL", figure: percentile(taken.plain, share) },
        goal: { atMost: goal },
      })
  }
  return rows
}

/** The dashboard's copies on a Citus cluster of this machine, a coordinator and two workers, beside the same PostgreSQL without it. */
export const citus: Suite = async (context) => {
  const found = findCitus(process.env["CITUS_PG_CONFIG"])
  if (typeof found === "string") return { rows: [], missing: [found] }
  const points = pointCounts[context.size]
  const cluster = context.keep(await startCitusCluster(found.bin))
  const server = context.keep(await startPlainServer(found.bin))
  context.print(`Storing ${dataSetIds.length} × ${points.toLocaleString("en")} points in both …`)
  const spread = await openCopies(context, cluster.url, points)
  const plain = await openCopies(context, server.url, points)
  context.print("Both are asked in turn …")
  return { rows: await compare(context, spread, plain), postgres: cluster.version }
}
