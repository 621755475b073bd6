import { type Catalogue, CatalogueError, listOperations, type RowScope } from "@/lib/catalogue"
import { type Pool, poolSession } from "../../db"
import { requireTable, tablesOf } from "../tables"
import type { PointList } from "./point-source"
import { type PointExtent, readExtent } from "./read-extent"
import {
  type CellRead,
  countSeriesPoints,
  type PointPage,
  type PointPosition,
  readPoints,
} from "./read-points"
import { readSeries } from "./read-series"
import { flushRollups } from "./renew-rollup"
import type { SeriesRead, SeriesResult } from "./series-read"
import { seriesTables } from "./series-tables"

export interface SeriesOptions {
  readonly pool: Pool
  readonly catalogue: Catalogue
  readonly schema: string
}

/** Answers questions about the data points that stand in a schema which `migrate` and `migrateTables` have made. */
export interface SeriesReader {
  read(query: SeriesRead): Promise<SeriesResult>
  /** How many points a cell of an answer holds. */
  countPoints(cell: CellRead): Promise<number>
  readPoints(
    cell: CellRead,
    page: { readonly after?: PointPosition; readonly limit: number },
  ): Promise<PointPage>
  /** Between which moments the points of a data set stand. */
  readExtent(dataSetId: string, scope: RowScope): Promise<PointExtent>
  /** Waits for the rollups that answers have found due. */
  flushed(): Promise<void>
}

/** The list that data points come from, and where they stand; throws where a catalogue has none. */
export function requirePointList({
  catalogue,
  schema,
}: Pick<SeriesOptions, "catalogue" | "schema">): PointList {
  const operation = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  if (!operation) throw new CatalogueError("The catalogue has no list of data points.")
  const table = requireTable(tablesOf(catalogue), operation.record)
  return { operation, table, tables: seriesTables(schema) }
}

/** Runs work on a data set once at a time; a failure leaves it due, for the next who asks. */
function createFlushing(flush: (dataSetId: string) => Promise<void>) {
  const running = new Map<string, Promise<void>>()
  return {
    start(dataSetId: string) {
      if (running.has(dataSetId)) return
      const work = flush(dataSetId)
        .catch(() => {})
        .finally(() => running.delete(dataSetId))
      running.set(dataSetId, work)
    },
    async wait() {
      await Promise.all(running.values())
    },
  }
}

/** A rollup that is found due is computed anew behind the answer, which comes from the points. */
export function createSeries({ pool, catalogue, schema }: SeriesOptions): SeriesReader {
  const session = poolSession(pool)
  const list = requirePointList({ catalogue, schema })
  const flushing = createFlushing((dataSetId) => flushRollups(pool, { schema, dataSetId }))
  return {
    async read(query) {
      const { result, rollupIsDue } = await readSeries(session, list, query)
      if (rollupIsDue) flushing.start(query.dataSetId)
      return result
    },
    countPoints: (cell) => countSeriesPoints(session, list, cell),
    readPoints: (cell, page) => readPoints(session, list, cell, page),
    readExtent: (dataSetId, scope) => readExtent(session, list, { dataSetId, scope }),
    flushed: flushing.wait,
  }
}
