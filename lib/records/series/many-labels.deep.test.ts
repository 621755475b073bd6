import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bucketEdges, type Filter, type Measure } from "@/lib/catalogue"
import { poolSession } from "../../db"
import { renewRollup } from "./renew-rollup"
import type { SeriesRead, SeriesResult } from "./series-read"
import { seriesTables } from "./series-tables"
import { openTestSeries, type TestSeries } from "./testing/open-test-series"

let opened: TestSeries

beforeAll(async () => {
  opened = await openTestSeries()
})
afterAll(() => opened.close())

const days = 40
const ranges = [
  bucketEdges({ from: "2026-01-01", to: "2026-02-09" }, "day", "UTC"),
  bucketEdges({ from: "2025-12-28", to: "2026-02-05" }, "day", "UTC"),
]
/** Matches every point, but cannot be computed from a rollup. */
const unrollable: Filter = {
  property: "timeStamp",
  operator: "gt",
  value: "0001-01-02T00:00:00.000001Z",
}

const readOf = (dataSetId: string, measure: Measure): SeriesRead => ({
  dataSetId,
  scope: "all",
  filters: [],
  measure,
  grouping: "label",
  top: 3,
  ranges,
})

/**
 * Adds points for each label and day, more for every seventh label, one in five without a value.
 */
async function fill(dataSetId: string, labels: readonly (string | null)[]): Promise<void> {
  const { pool, schema } = opened
  await pool.query(
    `insert into ${seriesTables(schema).points} (in_data_set_id, label, time_stamp, value, document)
     select $1::uuid, label, timestamptz '2026-01-01T09:00Z' + day * interval '1 day',
       case when (number + day) % 5 > 0 then number % 13 - day / 4.0 end, ''
     from unnest($2::text[]) with ordinality as its (label, number), generate_series(0, $3 - 1) as day,
       generate_series(1, case when number % 7 = 0 and day % 3 = 0 then 2 else 1 end)`,
    [dataSetId, labels, days],
  )
  await renewRollup(poolSession(pool), { schema, dataSetId, from: null, to: null })
  await opened.flush(dataSetId)
}

/** Rounds the values, because sums in another order may differ slightly. */
const rounded = ({ groups, ranges, withoutValue }: SeriesResult) => ({
  groups,
  withoutValue,
  ranges: ranges.map((lines) =>
    lines.map((line) => ({ ...line, values: line.values.map((value) => value?.toFixed(6)) })),
  ),
})

async function expectSameFromRows(read: SeriesRead): Promise<SeriesResult> {
  const answer = await opened.series.read(read)
  expect(answer.computedFrom).toBe("rollup")
  const fromRows = await opened.series.read({ ...read, filters: [unrollable] })
  expect(fromRows.computedFrom).toBe("rows")
  expect(rounded(answer)).toEqual(rounded(fromRows))
  return answer
}

const measures: readonly Measure[] = ["sum", "average", "minimum", "maximum", "count"]

describe("a series by label", () => {
  it.each(measures)(
    "is the same from the rollup and from the points, for few and for many labels: %s",
    async (measure) => {
      for (const count of [5, 60, 600]) {
        const dataSetId = `cccccccc-0000-4000-800${measures.indexOf(measure)}-${`${count}`.padStart(12, "0")}`
        await fill(
          dataSetId,
          Array.from({ length: count }, (_, index) => `Label ${index}`),
        )
        const { groups } = await expectSameFromRows(readOf(dataSetId, measure))
        expect(groups.at(-1)).toEqual({ kind: "other", members: count - 3 })
      }
    },
  )

  it("sorts labels of equal size by their bytes, and points without a label last", async () => {
    const dataSetId = "cccccccc-0000-4000-9000-000000000000"
    await fill(dataSetId, [null, "\u{1f600}", "\uff5e", "é", "z"])
    const { groups } = await expectSameFromRows({ ...readOf(dataSetId, "sum"), top: 50 })
    const keys = groups.map((group) => "key" in group && group.key)
    expect(keys).toEqual(["z", "é", "\uff5e", "\u{1f600}", null])
  })
})
