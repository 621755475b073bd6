import { openTestStore } from "../../testing/open-test-store"
import { flushRollups } from "../renew-rollup"
import { createSeries } from "../series"
import type { RandomPoint } from "./random-points"

/** Opens series in a new schema, with the store whose tables they read. */
export async function openTestSeries() {
  const opened = await openTestStore({ isCopy: true })
  const { store, pool, schema, catalogue } = opened
  return {
    ...opened,
    series: createSeries({ pool, catalogue, schema }),
    flush: (dataSetId: string) => flushRollups(pool, { schema, dataSetId }),
    async load(dataSetId: string, points: readonly RandomPoint[]) {
      const rows = points.map(({ ms: _, ...values }) => ({ scope: { dataSetId }, values }))
      await store.loadRecords("dataPoint", rows)
    },
  }
}

export type TestSeries = Awaited<ReturnType<typeof openTestSeries>>
