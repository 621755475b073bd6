import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bucketEdges } from "@/lib/catalogue"
import { poolSession } from "../../db"
import { rebuildRollups, renewRollup } from "./renew-rollup"
import type { SeriesRead } from "./series-read"
import { seriesTables } from "./series-tables"
import { openTestSeries, type TestSeries } from "./testing/open-test-series"
import { randomPoints } from "./testing/random-points"

let opened: TestSeries

beforeAll(async () => {
  opened = await openTestSeries()
})
afterAll(() => opened.close())

let number = 0
const newDataSet = () => {
  number += 1
  return `bbbbbbbb-0000-4000-8000-${`${number}`.padStart(12, "0")}`
}

const readOf = (dataSetId: string, from: string, to: string): SeriesRead => ({
  dataSetId,
  scope: "all",
  filters: [],
  measure: "sum",
  grouping: "label",
  top: 50,
  ranges: [bucketEdges({ from, to }, "day", "Europe/Copenhagen")],
})
const all = (dataSetId: string) => readOf(dataSetId, "2023-12-01", "2027-02-01")

const renew = (dataSetId: string, from: string | null, to: string | null) =>
  renewRollup(poolSession(opened.pool), { schema: opened.schema, dataSetId, from, to })

const point = (timeStamp: string, value: number) => ({
  label: "plan",
  timeStamp,
  value,
  departmentId: null,
  userId: null,
  ms: Date.parse(timeStamp),
})

async function rollupRows(dataSetId: string) {
  const { byLabel, byDepartment } = seriesTables(opened.schema)
  const read = async (table: string) => {
    const text = `select to_jsonb(kept)::text as row from ${table} as kept where in_data_set_id = $1`
    const { rows } = await opened.pool.query<{ row: string }>(text, [dataSetId])
    return rows.map(({ row }) => row).toSorted()
  }
  return [await read(byLabel), await read(byDepartment)]
}

describe("a rollup", () => {
  it("is not used while it lacks changes, and includes them after the next read", async () => {
    const id = newDataSet()
    await opened.load(id, [point("2026-03-01T10:00:00Z", 5)])
    await renew(id, "2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z")
    const first = await opened.series.read(all(id))
    await opened.series.flushed()
    const second = await opened.series.read(all(id))
    expect([first.computedFrom, second.computedFrom]).toEqual(["rows", "rollup"])
    expect(second).toEqual({ ...first, computedFrom: "rollup" })
  })

  it("is used for unchanged days while others have changed", async () => {
    const id = newDataSet()
    await opened.load(id, [point("2026-03-01T10:00:00Z", 5), point("2026-03-02T10:00:00Z", 6)])
    await renew(id, null, null)
    await opened.flush(id)
    await opened.load(id, [point("2026-03-02T11:00:00Z", 7)])
    await renew(id, "2026-03-02T11:00:00Z", "2026-03-02T12:00:00Z")
    const before = await opened.series.read(readOf(id, "2026-02-20", "2026-03-01"))
    const changed = await opened.series.read(readOf(id, "2026-03-02", "2026-03-05"))
    await opened.series.flushed()
    expect([before.computedFrom, changed.computedFrom]).toEqual(["rollup", "rows"])
    expect(changed.ranges[0]?.[0]?.values[0]).toBe(13)
  })

  it("is the same after changes as when it is rebuilt from scratch", async () => {
    const id = newDataSet()
    const points = randomPoints(7, 2000, { within: false }).map((one) => ({
      ...one,
      value: one.value && Math.round(one.value),
    }))
    await opened.load(id, points.slice(0, 1000))
    await renew(id, null, null)
    await opened.flush(id)
    await opened.load(id, points.slice(1000))
    const { points: table } = seriesTables(opened.schema)
    const [from, to] = ["2026-03-10T11:00:00Z", "2026-10-30T11:00:00Z"]
    await opened.pool.query(
      `delete from ${table} where in_data_set_id = $1 and time_stamp >= $2 and time_stamp < $3 and value < 0`,
      [id, from, to],
    )
    await renew(id, from, to)
    for (const { timeStamp } of points.slice(1000))
      if (timeStamp) await renew(id, timeStamp, timeStamp)
    await opened.flush(id)
    const saved = await rollupRows(id)
    await rebuildRollups(opened.pool, { schema: opened.schema })
    expect(saved[0]?.length).toBeGreaterThan(500)
    expect(await rollupRows(id)).toEqual(saved)
  })

  it("stays due for a change that is uncommitted while it is computed", async () => {
    const id = newDataSet()
    await opened.load(id, [point("2026-03-01T10:00:00Z", 5)])
    await renew(id, null, null)
    const { points: table } = seriesTables(opened.schema)
    await poolSession(opened.pool).transaction(async (session) => {
      await session.query(
        `insert into ${table} (in_data_set_id, time_stamp, value, document)
         values ($1, '2026-03-01T10:05:00Z', 8, '')`,
        [id],
      )
      await renewRollup(session, {
        schema: opened.schema,
        dataSetId: id,
        from: "2026-03-01T10:05:00Z",
        to: "2026-03-01T10:05:00Z",
      })
      await opened.flush(id)
      const meanwhile = await opened.series.read({ ...all(id), grouping: "none" })
      expect(meanwhile.computedFrom).toBe("rollup")
      expect(meanwhile.ranges[0]?.[0]?.counts.reduce<number>((sum, n) => sum + (n ?? 0), 0)).toBe(1)
    })
    const after = await opened.series.read({ ...all(id), grouping: "none" })
    await opened.series.flushed()
    expect(after.computedFrom).toBe("rows")
    expect(after.ranges[0]?.[0]?.values.filter((value) => value !== null)).toEqual([13])
  })

  it("is the same if several instances compute it at the same time", async () => {
    const id = newDataSet()
    await opened.load(id, randomPoints(8, 500, { within: true }))
    await renew(id, null, null)
    await opened.flush(id)
    const alone = await rollupRows(id)
    await renew(id, null, null)
    await Promise.all(Array.from({ length: 8 }, () => opened.flush(id)))
    expect(await rollupRows(id)).toEqual(alone)
    expect((await opened.series.read(all(id))).computedFrom).toBe("rollup")
  })

  it("drops a data set whose points are deleted", async () => {
    const id = newDataSet()
    await opened.load(id, [point("2026-03-01T10:00:00Z", 5)])
    await renew(id, null, null)
    await opened.flush(id)
    const { points: table } = seriesTables(opened.schema)
    await opened.pool.query(`delete from ${table} where in_data_set_id = $1`, [id])
    await renew(id, null, null)
    await opened.flush(id)
    expect(await rollupRows(id)).toEqual([[], []])
    expect((await opened.series.read(all(id))).groups).toEqual([])
  })

  it("caps huge values in sums, but not in the maximum", async () => {
    const id = newDataSet()
    const huge = [1.7e308, 1.7e308, -5e-324].map((value) => point("2026-03-01T10:00:00Z", value))
    await opened.load(id, huge)
    await renew(id, null, null)
    const fromRows = await opened.series.read(all(id))
    await opened.series.flushed()
    const fromRollup = await opened.series.read(all(id))
    for (const { ranges } of [fromRows, fromRollup])
      expect(ranges[0]?.[0]?.values.filter((value) => value !== null)).toEqual([2e290])
    const highest = await opened.series.read({ ...all(id), measure: "maximum" })
    expect(highest.ranges[0]?.[0]?.values.filter((value) => value !== null)).toEqual([1.7e308])
  })
})

describe("the extent of a data set", () => {
  it("is the first and last point, or empty without points", async () => {
    const id = newDataSet()
    expect(await opened.series.readExtent(id, "all")).toEqual({})
    await opened.load(id, [point("2026-03-01T10:00:00Z", 5), point("2026-03-04T10:00:00.500Z", 6)])
    expect(await opened.series.readExtent(id, "all")).toEqual({
      first: Date.parse("2026-03-01T10:00:00Z"),
      last: Date.parse("2026-03-04T10:00:00.500Z"),
    })
  })
})
