import { expect, test } from "vitest"
import { defaultSeriesQuery, type RangeSeries, type SeriesAnswer } from "@/lib/catalogue"
import { buildModel } from "./build-model"
import { sortRows, tableRows, type ValueRow } from "./table-rows"

const day = 86_400_000
const start = Date.UTC(2026, 10, 2)

type Values = readonly (number | null)[]

const rangeOf = (
  range: SeriesAnswer["ranges"][0]["range"],
  from: number,
  lines: readonly Values[],
  partial: readonly number[] = [],
): RangeSeries => ({
  range,
  partial,
  from: "",
  to: "",
  edges: Array.from({ length: (lines[0]?.length ?? 0) + 1 }, (_, at) => from + at * day),
  lines: lines.map((values, group) => ({
    group,
    values,
    counts: values.map((value) => (value === null ? 0 : 3)),
    states: values.map((value) => (value === null ? "m" : "v")).join(""),
  })),
})

/** Five days of two groups and the five days before. The last two days are in the future. */
const answer: SeriesAnswer = {
  question: { ...defaultSeriesQuery, grouping: "label", ranges: ["this-week", "previous"] },
  groups: [
    { kind: "label", key: "B" },
    { kind: "label", key: "A" },
  ],
  ranges: [
    rangeOf(
      "this-week",
      start,
      [
        [10, 0, 7, null, null],
        [-5, 20, null, null, null],
      ],
      [2],
    ),
    rangeOf("previous", start - 5 * day, [
      [8, 0, 2, 9, 9],
      [-10, 0, 4, 9, 9],
    ]),
  ],
  completeness: { state: "complete", syncedUntil: null, gaps: [] },
  dataStart: { day: null, from: null },
  dataEnd: { cutoff: null, until: null, isBehind: false },
  leftOut: { withoutValue: 0, suppressed: 0, unplaced: 0 },
  computedFrom: "rows",
}
const nameOf = (group: { readonly kind: string }) => ("key" in group ? `${group.key}` : group.kind)
const built = buildModel(answer, [], { groupName: nameOf, rangeName: () => "", target: "Target" })
const rows = tableRows(answer, built, [], start + 2.5 * day)

test("a table has a row for each started bucket and group, the newest first", () => {
  expect(rows.map(({ index, group }) => `${index} ${group && nameOf(group)}`)).toEqual([
    "2 B",
    "2 A",
    "1 B",
    "1 A",
    "0 B",
    "0 A",
  ])
  expect(rows[0]).toMatchObject({ isPartial: true, value: 7, count: 3 })
})

test("a row has the difference to the compared value, and the change if that is not zero", () => {
  const shown = rows.map(({ compared: [it] }) => [it?.before, it?.difference, it?.change])
  expect(shown).toEqual([
    // The third day is current, and the other group has no value.
    [2, null, null],
    [4, null, null],
    [0, 0, null],
    [0, 20, null],
    [8, 2, 0.25],
    // From −10 to −5 is an increase.
    [-10, 5, 0.5],
  ])
})

test("rows are sorted by any column in both directions, without a value last", () => {
  const order = (column: string, isDescending: boolean) =>
    sortRows(rows, { column, isDescending }, nameOf, "en").map(
      ({ index, group }) => `${index}${group && nameOf(group)}`,
    )
  expect(order("bucket", true)).toEqual(["2B", "2A", "1B", "1A", "0B", "0A"])
  expect(order("bucket", false)).toEqual(["0B", "0A", "1B", "1A", "2B", "2A"])
  expect(order("group", false)).toEqual(["2A", "1A", "0A", "2B", "1B", "0B"])
  expect(order("value", true)).toEqual(["1A", "0B", "2B", "1B", "0A", "2A"])
  expect(order("value", false)).toEqual(["0A", "1B", "2B", "0B", "1A", "2A"])
  expect(order("difference-1", true).slice(0, 4)).toEqual(["1A", "0A", "0B", "1B"])
  expect(order("change-1", false).slice(0, 2)).toEqual(["0B", "0A"])
  expect(order("before-1", false)[0]).toBe("0A")
})

test("names are sorted by the rules of the locale", () => {
  const named = (name: string) => ({ ...rows[0], group: { kind: "label", key: name } }) as ValueRow
  const order = (locale: string) =>
    sortRows(
      ["Ørsted", "Zoo", "Åkirkeby"].map(named),
      { column: "group", isDescending: false },
      nameOf,
      locale,
    ).map(({ group }) => group && nameOf(group))
  expect(order("da")).toEqual(["Zoo", "Ørsted", "Åkirkeby"])
  expect(order("de")).toEqual(["Åkirkeby", "Ørsted", "Zoo"])
})

test("a row has the gap between value and target if both are known", () => {
  const dues = [4, 4, 4, 4, null]
  const target = { lines: [dues, dues], toDate: [] }
  const gaps = tableRows(answer, built, [target], start + 2.5 * day).map(
    ({ targets }) => targets[0],
  )
  expect(gaps).toEqual([
    { due: 4, gap: 3 },
    { due: 4, gap: null },
    { due: 4, gap: -4 },
    { due: 4, gap: 16 },
    { due: 4, gap: 6 },
    { due: 4, gap: -9 },
  ])
})
