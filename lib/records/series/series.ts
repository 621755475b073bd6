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

/** Answers questions about the data points of a schema created by `migrate` and `migrateTables`. */
export interface SeriesReader {
  read(query: SeriesRead): Promise<SeriesResult>
  countPoints(cell: CellRead): Promise<number>
  readPoints(
    cell: CellRead,
    page: { readonly after?: PointPosition; readonly limit: number },
  ): Promise<PointPage>
  /** The first and last moment of a data set's points. */
  readExtent(dataSetId: string, scope: RowScope): Promise<PointExtent>
  /** Resolves when the rollups found due are recomputed. */
  flushed(): Promise<void>
}

/** The list of data points and their table. Throws if the catalogue has none. */
export function requirePointList({
  catalogue,
  schema,
}: Pick<SeriesOptions, "catalogue" | "schema">): PointList {
  const operation = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  if (!operation) throw new CatalogueError("The catalogue has no list of data points.")
  const table = requireTable(tablesOf(catalogue), operation.record)
  return { operation, table, tables: seriesTables(schema) }
}

/** Runs work on a data set once at a time. After a failure it stays due for the next request. */
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

/**
 * A rollup found to be due is recomputed in the background, and the answer is computed from the
 * points.
 */
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
