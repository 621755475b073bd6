import { afterAll, beforeAll, expect, test } from "vitest"
import {
  type Filter,
  groupings,
  type Measure,
  measures,
  type WeekUnit,
  weekCycle,
} from "@/lib/catalogue"
import { poolSession } from "../../db"
import { renewRollup } from "./renew-rollup"
import type { SeriesRead, SeriesResult } from "./series-read"
import { openTestSeries, type TestSeries } from "./testing/open-test-series"
import { type RandomPoint, randomPoints } from "./testing/random-points"

const dataSetId = "aaaaaaaa-0000-4000-8000-000000000003"
const points = randomPoints(7, 20_000, { within: false })
/** Includes a repeated hour and a skipped one. */
const ranges = [
  { from: "2026-03-05", to: "2026-11-08" },
  { from: "2026-10-19", to: "2026-10-25" },
  { from: "2026-03-29", to: "2026-03-29" },
] as const
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
const unrollable: Filter = {
  property: "timeStamp",
  operator: "gt",
  value: "0001-01-02T00:00:00.000001Z",
}

let opened: TestSeries
beforeAll(async () => {
  opened = await openTestSeries()
  await opened.load(dataSetId, points)
  const { schema, pool } = opened
  await renewRollup(poolSession(pool), { schema, dataSetId, from: null, to: null })
  await opened.flush(dataSetId)
})
afterAll(() => opened?.close())

/** The local day, weekday and hour in a zone, from `Intl` only. */
function clocksIn(zone: string) {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  })
  return (ms: number) => {
    const part = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, value]),
    )
    const weekday = weekdays.indexOf(part["weekday"] ?? "")
    return {
      day: `${part["year"]}-${part["month"]}-${part["day"]}`,
      cells: { weekday, hour: weekday * 24 + Number(part["hour"]) },
    }
  }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const at = share * (sorted.length - 1)
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

const measured: Record<Measure, (values: readonly number[], count: number) => number> = {
  sum,
  average: (values) => sum(values) / values.length,
  minimum: (values) => values.reduce((one, other) => Math.min(one, other)),
  maximum: (values) => values.reduce((one, other) => Math.max(one, other)),
  count: (_, count) => count,
  median: (values) => percentile(values, 0.5),
  p95: (values) => percentile(values, 0.95),
}

/** Compares the lines of a range with its points, cell by cell; returns the number of points. */
function expectCells(
  answer: SeriesResult,
  range: number,
  {
    measure,
    size,
    cellOf,
  }: { measure: Measure; size: number; cellOf: (at: RandomPoint) => number },
  held: readonly RandomPoint[],
) {
  const lines = answer.ranges[range] ?? []
  for (let cell = 0; cell < size; cell += 1) {
    const own = held.filter((point) => cellOf(point) === cell)
    expect(sum(lines.map(({ counts }) => counts[cell] ?? Number.NaN))).toBe(own.length)
    if (lines.length !== 1) continue
    const [line] = lines
    const values = own.flatMap(({ value }) => value ?? [])
    const isEmpty = values.length === 0 && measure !== "count"
    expect(line?.states[cell]).toBe(own.length === 0 ? "m" : isEmpty ? "e" : "v")
    if (isEmpty || own.length === 0) expect(line?.values[cell] ?? 0).toBe(0)
    else {
      const expected = measured[measure](values, own.length)
      const magnitude = Math.max(Math.abs(expected), sum(values.map(Math.abs)) / 1000)
      expect(Math.abs((line?.values[cell] ?? Number.NaN) - expected)).toBeLessThanOrEqual(
        1e-9 * magnitude,
      )
    }
  }
  return held.length
}

test.each([
  ["Europe/Copenhagen", "hour"],
  ["Europe/Copenhagen", "weekday"],
  ["Asia/Kolkata", "hour"],
] as const satisfies readonly (readonly [string, WeekUnit])[])(
  "each cell of the week in %s by %s is the measure of its points, both from rollup and from rows",
  async (zone, unit) => {
    const clocks = clocksIn(zone)
    const shown = new Map(
      points.map((point) => [point, Number.isNaN(point.ms) ? undefined : clocks(point.ms)]),
    )
    const cycles = ranges.map((range) => weekCycle(range, zone))
    const cellOf = (point: RandomPoint) => shown.get(point)?.cells[unit] ?? -1
    const sources = new Set<string>()
    for (const measure of measures)
      for (const grouping of groupings)
        for (const filters of [[], [unrollable]]) {
          const read: SeriesRead = {
            dataSetId,
            scope: "all",
            measure,
            grouping,
            top: 3,
            filters,
            ranges: cycles.map(({ edges }) => edges),
            cycle: { unit, shifts: cycles.map(({ shifts }) => shifts) },
          }
          const answer = await opened.series.read(read)
          sources.add(`${grouping} ${answer.computedFrom}`)
          for (const [at, { from, to }] of ranges.entries()) {
            const held = points.filter((point) => {
              const day = shown.get(point)?.day
              return day !== undefined && day >= from && day <= to
            })
            const size = unit === "hour" ? 168 : 7
            expect(expectCells(answer, at, { measure, size, cellOf }, held)).toBeGreaterThan(50)
          }
        }
    expect(sources).toContain("none rollup")
    expect(sources).toContain("none rows")
    expect(sources).not.toContain("department rollup")
  },
)
