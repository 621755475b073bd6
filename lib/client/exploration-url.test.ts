import fc from "fast-check"
import { expect, test } from "vitest"
import {
  bucketSizes,
  catalogue,
  defaultSeriesQuery,
  findOperation,
  type ListOperation,
  measures,
  type SeriesQuery,
} from "@/lib/catalogue"
import {
  canShow,
  chartKinds,
  type Exploration,
  explorationHref,
  parseExploration,
  printExploration,
  savedSearch,
  withChart,
} from "./exploration-url"

const operation = findOperation(catalogue, "data-points") as ListOperation
const id = "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7aff"
const read = (text: string, zone = "Europe/Copenhagen") =>
  parseExploration(operation, new URLSearchParams(text), zone)
const target = { name: "Budget", steps: [{ from: "2025-01-01", value: 50000 }] }

const queries: fc.Arbitrary<SeriesQuery> = fc.record({
  measure: fc.constantFrom(...measures),
  bucket: fc.constantFrom(...bucketSizes),
  zone: fc.constantFrom("UTC", "Europe/Copenhagen", "Asia/Kolkata"),
  grouping: fc.constantFrom("none" as const, "label" as const, "user" as const),
  top: fc.integer({ min: 1, max: 50 }),
  ranges: fc.constantFrom<SeriesQuery["ranges"][]>(
    ["last-30-days"],
    ["all"],
    [{ from: "2026-01-01", to: "2026-03-31" }, "previous", "year"],
  ) as fc.Arbitrary<SeriesQuery["ranges"]>,
  alignWeekdays: fc.boolean(),
  filters: fc.constantFrom<SeriesQuery["filters"][]>(
    [],
    [{ property: "label", operator: "ne", value: "A&B=C" }],
  ) as fc.Arbitrary<SeriesQuery["filters"]>,
})

test("a grouped query defaults to the ranked chart, which is invalid without groups", () => {
  expect(read("group=label").exploration.chart).toBe("ranked")
  expect(read("group=label&chart=line")).toMatchObject({
    exploration: { chart: "line" },
    dropped: [],
  })
  expect(read("chart=ranked")).toMatchObject({ exploration: { chart: "line" }, dropped: ["chart"] })
})

test("every exploration round-trips through its URL, whatever the reader's zone", () => {
  const cell = {
    from: "2026-01-05T00:00:00Z",
    to: "2026-01-12T00:00:00Z",
    group: { kind: "key", key: "Food: hot" },
  } as const
  fc.assert(
    fc.property(
      queries,
      fc.constantFrom(...chartKinds),
      fc.subarray([target, { ...target, name: "Stretch & more" }]),
      fc.boolean(),
      fc.subarray([
        { panels: "each" },
        { scales: "own" },
        { sort: { column: "change-1", isDescending: false } },
      ] as const),
      (query, chart, targets, isOpen, shown) => {
        fc.pre(canShow(query, chart))
        const exploration: Exploration = {
          question: query,
          chart,
          targets,
          saved: id,
          ...Object.assign({}, ...shown),
          ...(isOpen && { cell, changes: 1 }),
        }
        const href = explorationHref(operation, id, exploration)
        const { searchParams } = new URL(href, "http://localhost")
        const again = parseExploration(operation, searchParams, "America/New_York")
        expect(again).toEqual({ exploration, dropped: [] })
      },
    ),
  )
})

test("a URL without a zone uses the reader's zone and then includes it", () => {
  const { exploration } = read("")
  expect(exploration).toEqual({
    question: { ...defaultSeriesQuery, zone: "Europe/Copenhagen" },
    chart: "line",
    targets: [],
  })
  expect(`${printExploration(operation, exploration)}`).toBe("zone=Europe%2FCopenhagen")
  expect(read("zone=UTC").exploration.question.zone).toBe("UTC")
})

test("invalid parameters are dropped and reported; valid ones are kept", () => {
  const { exploration, dropped } = read(
    "measure=mode&bucket=week&range=sometimes&chart=pie&target=Budget&target=Goal@2026-01-01:5&colour=red&label=Food",
  )
  expect(dropped.toSorted()).toEqual(["chart", "colour", "measure", "range", "target"])
  expect(exploration).toMatchObject({
    question: { bucket: "week", measure: "sum", filters: [{ property: "label", value: "Food" }] },
    chart: "line",
    targets: [{ name: "Goal" }],
  })
})

test.each([
  ["zone=Mars/Olympus", "zone"],
  ["zone=UTC&zone=Europe/Paris", "zone"],
  ["saved=mine", "saved"],
  ["chart=bar&chart=line", "chart"],
  ["cell.from=yesterday&cell.to=2026-01-12T00:00:00Z", "cell.from", "cell.to"],
  ["unreadable=label%3D%25ff", "label=%ff"],
  ["__proto__=1", "__proto__"],
  ["constructor=1", "constructor"],
])("%s is reported as invalid", (search, ...names) => {
  expect(read(search).dropped).toEqual(names)
})

test("an open cell is not saved with the chart", () => {
  const { exploration } = read(
    `chart=bar&saved=${id}&cell.from=2026-01-05T00:00:00Z&cell.to=2026-01-12T00:00:00Z`,
  )
  expect(exploration.cell).toEqual({ from: "2026-01-05T00:00:00Z", to: "2026-01-12T00:00:00Z" })
  expect(savedSearch(operation, exploration)).toBe("zone=Europe%2FCopenhagen&chart=bar")
})

test("unknown panels, scales and sort columns are dropped and reported", () => {
  const { exploration, dropped } = read("panels=two&scales=wide&sort=-colour")
  expect(dropped).toEqual(["panels", "scales", "sort"])
  expect(exploration).not.toHaveProperty("sort")
  expect(read("sort=-value").exploration.sort).toEqual({ column: "value", isDescending: true })
  expect(`${printExploration(operation, read("sort=-bucket").exploration)}`).not.toContain("sort")
})

test("a week pattern applies to heat maps and tables, is dropped for other charts, and is saved", () => {
  for (const chart of ["heat", "table"] as const) {
    const { exploration, dropped } = read(`pattern=week&chart=${chart}`)
    expect(exploration.question.pattern).toBe("week")
    expect(dropped).toEqual([])
    expect(savedSearch(operation, exploration)).toContain("pattern=week")
    expect(withChart(exploration, "table").question.pattern).toBe("week")
    expect(withChart(exploration, "line").question).not.toHaveProperty("pattern")
  }
  const { exploration, dropped } = read("pattern=week&chart=bar")
  expect(exploration.question).not.toHaveProperty("pattern")
  expect(dropped).toEqual(["pattern"])
  expect(read("pattern=month&chart=heat").dropped).toEqual(["pattern"])
})
