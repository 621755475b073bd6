import { Client, type Pool } from "pg"
import { catalogue } from "@/lib/catalogue"
import { migrateTables, openPool } from "@/lib/db"
import {
  createSeries,
  migrate,
  type SeriesRead,
  type SeriesReader,
  type SeriesResult,
} from "@/lib/records"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { measureInterleaved } from "../interleave"
import { percentile } from "../percentile"
import type { Row } from "../row"
import type { Size, SuiteContext } from "../suite"
import { loadPoints } from "./load-points"
import { dataSetId, type SeriesKind, schema, seriesKinds } from "./series-kinds"

const pointCounts: Readonly<Record<Size, readonly number[]>> = {
  quick: [100_000],
  normal: [1_000_000],
  large: [1_000_000, 10_000_000],
}
const rounds: Readonly<Record<Size, number>> = { quick: 5, normal: 20, large: 20 }
const maxRounds = 10
const rollupGoalMs = 100
/** Points are reported by every store and label on each of 500 days. */
const daily = { stores: 200, labels: 5, days: 500 }

interface Cell {
  readonly key: string
  readonly at: number
  readonly n: number
  readonly x: number | null
}

function keyOf(group: SeriesResult["groups"][number] | undefined): string {
  if (!group) throw new Error("A line has no group.")
  return group.kind === "all" || group.kind === "other" ? group.kind : `${group.key}`
}

/** The cells of a result that have points. */
const cellsOf = ({ ranges }: SeriesRead, result: SeriesResult): Cell[] =>
  result.ranges.flatMap((lines, range) =>
    lines.flatMap(({ group, values, counts }) =>
      counts.flatMap((n, bucket) => {
        const at = ranges[range]?.[bucket] ?? Number.NaN
        const x = values[bucket] ?? null
        return n ? [{ key: keyOf(result.groups[group]), at, n, x }] : []
      }),
    ),
  )

const nameCell = ({ key, at }: Pick<Cell, "key" | "at">) => `${key} ${at}`
const isNear = (one: number, other: number) =>
  Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))

/** Throws if the result differs from the statement's rows. */
function requireEqual(name: string, own: readonly Cell[], rows: readonly Cell[]): void {
  const found = new Map(own.map((cell) => [nameCell(cell), cell]))
  const differs = rows.find((row) => {
    const cell = found.get(nameCell({ key: row.key, at: Number(row.at) }))
    if (!cell || cell.n !== Number(row.n)) return true
    return row.x === null ? cell.x !== null : !isNear(cell.x ?? Number.NaN, Number(row.x))
  })
  if (differs || rows.length !== own.length)
    throw new Error(
      `"${name}": ${own.length} cells beside ${rows.length}; ${JSON.stringify(differs)} differs from ${JSON.stringify(differs && found.get(nameCell({ key: differs.key, at: Number(differs.at) })))}.`,
    )
}

const timed = (work: () => Promise<unknown>) => async () => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Loads data points into their own database, with the tables of a copy. */
async function openPoints(context: SuiteContext) {
  const server = context.keep(await startTemporaryPostgres({ databases: ["kpi"], durable: true }))
  const pool = openPool(server.url("kpi"), { statementTimeoutMs: 0 })
  context.keep({ stop: () => pool.end() })
  await migrate(pool, catalogue, { schema })
  await migrateTables(pool, "replica", schema)
  const hand = new Client({
    connectionString: server.url("kpi"),
    options: "-c timezone=UTC -c jit=off -c work_mem=64MB",
  })
  await hand.connect()
  context.keep({ stop: () => hand.end() })
  return { pool, hand, series: createSeries({ pool, catalogue, schema }) }
}

async function load(pool: Pool, points: number): Promise<void> {
  const slots = Math.max(1, Math.round(points / (daily.stores * daily.labels * daily.days)))
  const stores = Math.min(daily.stores, points / (daily.labels * daily.days * slots))
  await pool.query(`truncate ${schema}.data_point`)
  await loadPoints(pool, { schema, dataSetId, points, stores, labels: daily.labels, slots })
  await pool.query(`vacuum analyze`)
}

interface Opened {
  readonly series: SeriesReader
  readonly hand: Client
}

/** Measures one kind of query against its statement: the median and the slowest twentieth. */
async function compareKind(
  { series, hand }: Opened,
  kind: SeriesKind,
  { points, times }: { points: number; times: number },
): Promise<Row[]> {
  const answer = await series.read(kind.read)
  if (answer.computedFrom !== kind.from)
    throw new Error(`"${kind.name}" was computed from ${answer.computedFrom}.`)
  const { rows } = await hand.query<Cell>(kind.sql)
  requireEqual(kind.name, cellsOf(kind.read, answer), rows)
  const taken = await measureInterleaved(
    {
      own: timed(() => series.read(kind.read)),
      hand: timed(() => hand.query(kind.sql)),
    },
    times,
  )
  const size = points.toLocaleString("en")
  const row = (part: string, share: number): Row => ({
    name: `Of ${size} points, ${kind.name}, ${part}`,
    unit: "ms",
    figure: percentile(taken.own, share),
    baseline: { name: `SQL over ${kind.from}`, figure: percentile(taken.hand, share) },
    goal: { atMost: 1.2 },
  })
  const ceiling: Row = {
    ...row("p95", 0.95),
    baseline: { name: "goal", figure: rollupGoalMs },
    goal: { atMost: 1 },
  }
  return [row("p50", 0.5), row("p95", 0.95), ...(kind.from === "rollup" ? [ceiling] : [])]
}

/**
 * Compares the results of series with hand-written statements for the same queries; both must
 * return the same.
 */
export async function compareSeries(context: SuiteContext): Promise<Row[]> {
  const { print, size } = context
  const opened = await openPoints(context)
  const rows: Row[] = []
  for (const points of pointCounts[size]) {
    print(`Loading ${points.toLocaleString("en")} data points …`)
    await load(opened.pool, points)
    print("Each kind of question is asked in turn with its statement …")
    const times = points > 1_000_000 ? maxRounds : rounds[size]
    for (const kind of seriesKinds)
      rows.push(...(await compareKind(opened, kind, { points, times })))
  }
  return rows
}
