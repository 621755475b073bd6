import { openTestSeries } from "../../series/testing/open-test-series"
import { createSmallGroups } from "../small-groups"

/** Opens small groups in a new schema, with the series and store that they read. */
export async function openTestSmallGroups() {
  const opened = await openTestSeries()
  const { pool, catalogue, schema } = opened
  return { ...opened, smallGroups: createSmallGroups({ pool, catalogue, schema }) }
}

export type TestSmallGroups = Awaited<ReturnType<typeof openTestSmallGroups>>
