import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type BucketSize,
  bucketEdges,
  bucketSizes,
  departmentsAtLevel,
  departmentsBelow,
  type Filter,
  groupings,
  measures,
} from "@/lib/catalogue"
import { wallKey } from "@/lib/catalogue/series/testing/wall-keys"
import { rounds } from "@/scripts/testing/rounds"
import { poolSession } from "../../db"
import { groupMembers } from "./read-points"
import { renewRollup } from "./renew-rollup"
import type { SeriesRead, SeriesResult } from "./series-read"
import { openTestSeries, type TestSeries } from "./testing/open-test-series"
import { type PlainSeries, type PlainSeriesRequest, plainSeries } from "./testing/plain-series"
import { departmentId, type RandomPoint, randomPoints, tree } from "./testing/random-points"

const zones = ["Europe/Copenhagen", "Europe/Berlin", "America/New_York", "Asia/Kolkata"] as const

/** Points at every hour, and points in working hours, which no zone's midnight divides. */
const dataSets = {
  allDay: {
    id: "aaaaaaaa-0000-4000-8000-000000000001",
    points: randomPoints(1, 50_000, { within: false }),
  },
  atWork: {
    id: "aaaaaaaa-0000-4000-8000-000000000002",
    points: randomPoints(2, 10_000, { within: true }),
  },
} as const

const ranges = {
  hour: [
    { from: "2026-10-22", to: "2026-11-04" },
    { from: "2024-02-27", to: "2024-03-12" },
    { from: "2026-03-06", to: "2026-03-31" },
  ],
  day: [
    { from: "2024-02-01", to: "2024-12-31" },
    { from: "2026-03-01", to: "2026-11-15" },
  ],
  week: [{ from: "2023-12-25", to: "2027-01-05" }],
  month: [
    { from: "2026-01-15", to: "2027-01-05" },
    { from: "2025-01-15", to: "2026-01-05" },
  ],
  quarter: [{ from: "2023-12-20", to: "2026-12-31" }],
  year: [{ from: "2023-12-20", to: "2027-01-05" }],
} as const satisfies Record<BucketSize, PlainSeriesRequest["ranges"]>

interface Selection {
  readonly filters: readonly Filter[]
  readonly departments?: readonly string[]
  readonly keep: (point: RandomPoint) => boolean
}

const filter = (
  property: string,
  operator: Filter["operator"],
  value: Filter["value"],
): Filter => ({
  property,
  operator,
  value,
})
const north = departmentsBelow(tree, departmentId(2))
const since = Date.parse("2026-03-01T00:15:00Z")

/** All points, and a part of them by each kind of filter. */
const selections: readonly Selection[] = [
  { filters: [], keep: () => true },
  { filters: [filter("label", "eq", null)], keep: ({ label }) => label === null },
  { filters: [filter("label", "gt", "b")], keep: ({ label }) => label !== null && label > "b" },
  {
    filters: [filter("label", "ne", "A"), filter("timeStamp", "gte", "2026-03-01T00:15:00Z")],
    keep: ({ label, ms }) => label !== "A" && ms >= since,
  },
  {
    filters: [filter("departmentId", "ne", departmentId(1))],
    keep: (point) => point.departmentId !== departmentId(1),
  },
  {
    filters: [filter("dataValue", "lt", 0)],
    keep: ({ value }) => value !== null && value < 0,
  },
  {
    filters: [],
    departments: north,
    keep: (point) => north.includes(point.departmentId ?? ""),
  },
  { filters: [filter("userId", "ne", null)], keep: ({ userId }) => userId !== null },
]

/** Matches every point, but cannot be computed from a rollup. */
const unrollable = filter("timeStamp", "gt", "0001-01-02T00:00:00.000001Z")

interface Request extends PlainSeriesRequest {
  readonly read: SeriesRead
}

/** The number of zones per query; queries use the zones in turn. */
const zonesEach = rounds({ test: 1, deep: zones.length })

/** Only every Nth query is tested, a different one for each bucket size. */
const every = rounds({ test: 7, deep: 1 })

/** The queries of a bucket size: every measure by every grouping, with other parameters in turn. */
const requestsOf = (bucket: BucketSize, dataSetId: string): Request[] =>
  zones.slice(0, zonesEach).flatMap((_, shift) => requestsFrom(bucket, dataSetId, shift))

function requestsFrom(bucket: BucketSize, dataSetId: string, shift: number): Request[] {
  const groups = [
    ...groupings.map((grouping) => ({ grouping })),
    { grouping: "department", level: 2 },
    { grouping: "department", level: 1 },
  ] as const
  return groups.flatMap((group, at) =>
    measures.map((measure, index): Request => {
      const zone = zones[(at + index + shift) % zones.length] ?? "UTC"
      const selection = selections[(3 * at + index + shift) % selections.length] ?? {
        filters: [],
        keep: () => true,
      }
      const atLevel = "level" in group ? departmentsAtLevel(tree, group.level) : undefined
      const requested = { measure, grouping: group.grouping, top: [3, 50, 1][index % 3] ?? 3 }
      const edges = ranges[bucket].map((range) => bucketEdges(range, bucket, zone))
      const { filters, departments, keep } = selection
      return {
        ...requested,
        bucket,
        zone,
        ranges: ranges[bucket],
        keep,
        ...(atLevel && { ancestorOf: (id: string) => atLevel.get(id) }),
        read: {
          ...requested,
          dataSetId,
          scope: "all",
          filters,
          ranges: edges,
          ...(atLevel && { atLevel }),
          ...(departments && { departments }),
        },
      }
    }),
  )
}

const needsDepartments = ({ read }: Request) =>
  read.grouping === "department" ||
  read.departments !== undefined ||
  read.filters.some(({ property }) => property === "departmentId")

/** Compares each cell with its points, and the number of points in all. */
function expectSame({ read, bucket, zone }: Request, answer: SeriesResult, plain: PlainSeries) {
  let points = 0
  expect(answer.groups).toEqual(plain.groups)
  expect(answer.unplaced).toBe(plain.unplaced)
  for (const [range, lines] of answer.ranges.entries()) {
    const edges = read.ranges[range] ?? []
    for (const { group, values, counts, states } of lines) {
      const cells = plain.ranges[range]?.[group] ?? new Map()
      for (const [index, value] of values.entries()) {
        const cell = cells.get(wallKey(edges[index] ?? 0, bucket, zone))
        const n = cell?.points.length ?? 0
        if (counts[index] !== n) expect(counts[index]).toBe(n)
        const state = n === 0 ? "m" : cell?.value === null ? "e" : "v"
        if (states[index] !== state) expect(states[index]).toBe(state)
        if (!isClose(value, cell?.value ?? null, cell?.magnitude ?? 0))
          expect(value).toBe(cell?.value)
        points += n
      }
    }
  }
  const all = plain.ranges.flat().flatMap((cells) => [...cells.values()])
  expect(points).toBe(all.reduce((sum, cell) => sum + cell.points.length, 0))
}

/**
 * Allows an error of 1e-9 of the sum, or of a thousandth of its terms' magnitudes if they cancel
 * out.
 */
function isClose(value: number | null, expected: number | null, magnitude: number): boolean {
  if (value === null || expected === null) return value === expected
  return Math.abs(value - expected) <= 1e-9 * Math.max(Math.abs(expected), magnitude / 1000)
}

let opened: TestSeries

beforeAll(async () => {
  opened = await openTestSeries()
  for (const { id, points } of Object.values(dataSets)) {
    await opened.load(id, points)
    await renewRollup(poolSession(opened.pool), {
      schema: opened.schema,
      dataSetId: id,
      from: null,
      to: null,
    })
    await opened.flush(id)
  }
})

afterAll(() => opened.close())

describe("every measure by every grouping", () => {
  const sources = new Set<string>()
  it.each(bucketSizes)(
    "equals a computation from single points by %s, both from rollup and from rows",
    async (bucket) => {
      for (const { id, points } of Object.values(dataSets))
        for (const [at, query] of requestsOf(bucket, id).entries()) {
          if (at % every !== bucketSizes.indexOf(bucket) % every) continue
          // If no day is divided, only queries about departments are computed differently.
          if (id === dataSets.atWork.id && !needsDepartments(query)) continue
          const plain = plainSeries(points, query)
          const answer = await opened.series.read(query.read)
          expectSame(query, answer, plain)
          sources.add(answer.computedFrom)
          if (answer.computedFrom === "rows") continue
          const filters = [...query.read.filters, unrollable]
          const fromRows = await opened.series.read({ ...query.read, filters })
          expect(fromRows.computedFrom).toBe("rows")
          expectSame(query, fromRows, plain)
        }
    },
    zonesEach * 240_000,
  )

  it("was computed both from the rollup and from rows", () => {
    expect(sources).toEqual(new Set(["rollup", "rows"]))
  })
})

describe("the points of a cell", () => {
  it("match its count, page by page, for every kind of group", async () => {
    const { id } = dataSets.allDay
    for (const query of requestsOf("month", id).filter(({ measure }) => measure === "count")) {
      const { read } = query
      const answer = await opened.series.read({ ...read, top: 2 })
      const edges = read.ranges[0] ?? []
      for (const [group, line] of (answer.ranges[0] ?? []).entries()) {
        const shown = answer.groups[group]
        if (!shown) throw new Error("A line has a group.")
        const members = groupMembers(shown, answer.groups, read.atLevel)
        const bucket = line.counts.findIndex((count) => count !== null && count > 0)
        if (bucket < 0) continue
        const cell = {
          ...read,
          from: edges[bucket] ?? 0,
          to: edges[bucket + 1] ?? 0,
          ...(members && { members }),
        }
        expect(await opened.series.countPoints(cell)).toBe(line.counts[bucket])
        const limit = Math.ceil((line.counts[bucket] ?? 1) / 3)
        const rows: string[] = []
        let page = await opened.series.readPoints(cell, { limit })
        rows.push(...page.points.map((point) => point.timeStamp))
        while (page.after) {
          page = await opened.series.readPoints(cell, { limit, after: page.after })
          rows.push(...page.points.map((point) => point.timeStamp))
        }
        expect(rows).toHaveLength(line.counts[bucket] ?? 0)
        expect(rows).toEqual(rows.toSorted())
      }
    }
  })
})
