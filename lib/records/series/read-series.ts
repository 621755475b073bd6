import type { DatabaseSession } from "../../db"
import { isPercentile, type PointList, type Rollup, rollupFor } from "./point-source"
import { isOffSlot } from "./rollup-state"
import { assembleKeyed, assembleRanked, type RankedRow } from "./series-lines"
import { type KeyedRow, printKeyedSql, printSeriesSql, type StatedRow } from "./series-query"
import type { SeriesRead, SeriesResult } from "./series-read"
import { daySlotMs } from "./series-tables"

/**
 * JIT compilation costs more than it saves here, and the values collected per bucket fit into
 * memory.
 */
const settings = "set local jit = off; set local work_mem = '64MB'"

/** An answer from one snapshot, and whether a rollup would have provided it if it were not due. */
export interface SeriesReading {
  readonly result: SeriesResult
  readonly rollupIsDue: boolean
}

const maxLightBuckets = 2000
const shortMs = 100 * daySlotMs

/** Few rows and cells, which need no special settings. */
const isLight = ({ measure, ranges }: SeriesRead, { days }: Rollup) =>
  !days && !isPercentile(measure) && ranges.flat().length <= maxLightBuckets

/** Whether planning costs more than a generic plan, which does not know the range, can lose. */
const isShort = ({ ranges, grouping }: SeriesRead) =>
  grouping !== "none" &&
  ranges.reduce((sum, edges) => sum + (edges.at(-1) ?? 0) - (edges[0] ?? 0), 0) <= shortMs

interface Statement {
  readonly text: string
  readonly values: unknown[]
  readonly isBare: boolean
  readonly prepare: boolean
}

async function run<Row extends object>(
  session: DatabaseSession,
  { text, values, isBare, prepare }: Statement,
): Promise<Row | undefined> {
  const query = (within: DatabaseSession) =>
    within.query<Row & { [column: string]: unknown }>(text, values, { prepare })
  const [row] = await (isBare
    ? query(session)
    : session.transaction(async (transaction) => {
        await transaction.query(settings)
        return query(transaction)
      }))
  return row
}

async function readRanked<Row extends RankedRow>(
  session: DatabaseSession,
  list: PointList,
  read: SeriesRead,
  rollup?: Rollup,
): Promise<Row> {
  const isBare = rollup !== undefined && isLight(read, rollup)
  const printed = printSeriesSql(list, read, rollup)
  const row = await run<Row>(session, { ...printed, isBare, prepare: isShort(read) })
  if (!row) throw new Error("A series query answers with one row.")
  return row
}

/**
 * The answer of the rollup by label, "due", or undefined if there are too many keys to rank here.
 */
async function readKeyed(
  session: DatabaseSession,
  list: PointList,
  read: SeriesRead,
  rollup: Rollup,
): Promise<SeriesResult | "due" | undefined> {
  const printed = printKeyedSql(list, read, rollup)
  const row = await run<KeyedRow>(session, {
    ...printed,
    isBare: isLight(read, rollup),
    prepare: true,
  })
  if (!row) return "due"
  if (row.tooMany) return undefined
  return { ...assembleKeyed(read, row.lines ?? []), computedFrom: "rollup" }
}

async function readRollup(
  session: DatabaseSession,
  list: PointList,
  read: SeriesRead,
  rollup: Rollup,
): Promise<SeriesResult | "due" | "divided"> {
  const keyed =
    rollup.days || isPercentile(read.measure)
      ? undefined
      : await readKeyed(session, list, read, rollup)
  if (keyed) return keyed
  const row = await readRanked<StatedRow>(session, list, read, rollup)
  if (row.divided) return "divided"
  if (row.due) return "due"
  const computedFrom = isPercentile(read.measure) ? "rows" : "rollup"
  return { ...assembleRanked(read, row), computedFrom }
}

/**
 * Reads the rollup that supports the question, or the points if there is none or it cannot answer.
 */
export async function readSeries(
  session: DatabaseSession,
  list: PointList,
  read: SeriesRead,
): Promise<SeriesReading> {
  const rollup = rollupFor(list, read)
  const usable = rollup && !isOffSlot(read, rollup) ? rollup : undefined
  const answer = usable && (await readRollup(session, list, read, usable))
  if (typeof answer === "object") return { result: answer, rollupIsDue: false }
  const row = await readRanked<RankedRow>(session, list, read)
  const result: SeriesResult = { ...assembleRanked(read, row), computedFrom: "rows" }
  return { result, rollupIsDue: answer === "due" }
}
