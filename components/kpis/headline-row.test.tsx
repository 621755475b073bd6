import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import {
  type BucketSize,
  bucketEdges,
  type CountedDays,
  countedDays,
  type DaysFigure,
  dataSpanOf,
  defaultSeriesQuery,
  type RangeSeries,
  resolveRanges,
  type SeriesAnswer,
  type SeriesRange,
  type Target,
} from "@/lib/catalogue"
import { messages } from "@/lib/client/messages/en"
import { HeadlineRow } from "./headline-row"

const zone = "Europe/Copenhagen"
const now = Date.parse("2026-11-21T12:30:00Z")

interface GivenAnswer {
  readonly bucket?: BucketSize
  readonly ranges: readonly [SeriesRange, SeriesRange]
  /** Time of the first and the last point. */
  readonly first?: string
  readonly last?: string
}

/** A response with the value 1 in every counted hour. */
function answerTo({ bucket = "day", ranges, ...points }: GivenAnswer): SeriesAnswer {
  const { first = "2020-01-01T12:00:00Z", last = "2026-11-21T12:10:00Z" } = points
  const question = { ...defaultSeriesQuery, bucket, zone, ranges }
  const today = "2026-11-21"
  const known = { first: Date.parse(first), last: Date.parse(last), now, knownUntil: now }
  const span = dataSpanOf(known, bucket === "hour" ? "hour" : "day", zone)
  const days = resolveRanges(question, { today })
  const counted = ranges[0] === "today" ? dataSpanOf(known, "hour", zone) : span
  const [own, compared] = countedDays(question, days, counted)
  const figureOf = (of: CountedDays): DaysFigure => {
    const hours = (of.edges[1] - of.edges[0]) / 3_600_000
    const count = (Date.parse(of.to) - Date.parse(of.from)) / 86_400_000 + 1
    return { ...of, days: count, value: hours, count: hours, state: "v" }
  }
  const rangeOf = (index: number): RangeSeries => {
    const its = days[index] ?? days[0]
    const edges = bucketEdges(its, bucket, zone)
    const states = edges
      .slice(1)
      .map((end) => (end <= (span.dataStart.from ?? 0) ? "b" : "m"))
      .join("")
    const line = { group: 0, values: [], counts: [], states }
    return { range: ranges[index] ?? "all", ...its, edges, partial: [], lines: [line] }
  }
  const pair = compared && { ...figureOf(compared.own), first: figureOf(compared.first) }
  return {
    question,
    groups: [{ kind: "all" }],
    ...span,
    ranges: [
      { ...rangeOf(0), ...(own && { toDate: figureOf(own) }) },
      { ...rangeOf(1), ...(pair && { counted: pair, toDate: pair }) },
    ],
    completeness: { state: "complete", syncedUntil: null, gaps: [] },
    leftOut: { withoutValue: 0, suppressed: 0, unplaced: 0 },
    computedFrom: "rollup",
  }
}

/** The texts of the headline and its comparison. */
function textOf(given: GivenAnswer | SeriesAnswer, targets: readonly Target[] = []) {
  const answer = "groups" in given ? given : answerTo(given)
  const exploration = { question: answer.question, chart: "line" as const, targets }
  const html = renderToString(
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <HeadlineRow answer={answer} exploration={exploration} unit="kr." />
    </IntlProvider>,
  )
  const texts = [...html.matchAll(/<d[td][^>]*>(.*?)<\/d[td]>/g)].map(([, text = ""]) =>
    text.replaceAll(/<[^>]+>/g, "").replaceAll(/[\s\u2009]+/g, " "),
  )
  const [heading, value, note, , change, before, , targetChange, target] = texts
  return { heading, value, note, change, before, targetChange, target }
}

test("days after the last point are excluded from both periods, with a note", () => {
  expect(textOf({ ranges: ["last-30-days", "year"], last: "2026-11-14T12:00:00Z" })).toEqual({
    heading: "Sum · Oct 23 – Nov 14, 2026",
    value: "553 kr.",
    note: "23 complete days · data to Nov 14",
    change: "0%",
    target: undefined,
    targetChange: undefined,
    before: "553 kr. · Oct 23 – Nov 14, 2025",
  })
})

test("days before the first point are excluded from both periods, with a note", () => {
  expect(textOf({ ranges: ["last-12-months", "year"], first: "2024-11-16T07:00:00Z" })).toEqual({
    heading: "Sum · Nov 1, 2025 – Oct 31, 2026",
    value: "8,760 kr.",
    note: "",
    change: "0%",
    target: undefined,
    targetChange: undefined,
    before: "8,400 kr. · Nov 16, 2024 – Oct 31, 2025 · 350 of 365 days compared",
  })
  expect(
    textOf({ ranges: ["last-30-days", "previous"], first: "2026-11-01T07:00:00Z" }),
  ).toMatchObject({
    heading: "Sum · Nov 1 – 20, 2026",
    note: "20 complete days · data from Nov 1, 2026 · today is not counted",
    change: "–",
    before: "Sep 23 – Oct 22, 2026 · no days with data to compare",
  })
})

test("a range before the first point has no value and names the first day of data", () => {
  const early = { from: "2020-01-01", to: "2020-03-31" }
  expect(textOf({ ranges: [early, "previous"], first: "2024-11-16T07:00:00Z" })).toMatchObject({
    heading: "Sum · Jan 1 – Mar 31, 2020",
    value: "–",
    note: "No data for these days · data from Nov 16, 2024",
    change: "–",
  })
})

test("a monthly target is prorated to the days with data", () => {
  const steps = [{ from: "2026-01-01", value: 1000 }]
  const november = { ranges: ["this-month", "previous"], last: "2026-11-15T12:00:00Z" } as const
  expect(textOf(november, [{ name: "Goal", period: "month", steps }])).toMatchObject({
    targetChange: "▼ -28%",
    target: "target 500 kr. for 15 days",
  })
  expect(textOf(november, [{ name: "Goal", period: "day", steps }])).toMatchObject({
    target: "target 15,000 kr. for 15 days",
  })
})

test("the current month is compared to date with the same days of the previous month", () => {
  for (const bucket of ["day", "week", "month"] as const)
    expect(textOf({ bucket, ranges: ["this-month", "previous"] })).toMatchObject({
      heading: "Sum · Month to date · Nov 1 – 20, 2026",
      value: "480 kr.",
      note: "20 complete days · today is not counted",
      before: "480 kr. · Oct 1 – 20, 2026",
    })
})

test.each<[SeriesRange, string]>([
  ["this-week", "Sum · Week to date · Nov 16 – 20, 2026"],
  ["this-quarter", "Sum · Quarter to date · Oct 1 – Nov 20, 2026"],
  ["this-year", "Sum · Year to date · Jan 1 – Nov 20, 2026"],
  ["today", "Sum · Today so far · Nov 21, 2026, 00:00 – 13:00"],
  ["last-month", "Sum · Oct 1 – 31, 2026"],
])("%s has the heading %s", (range, heading) => {
  expect(textOf({ ranges: [range, "previous"] }).heading).toBe(heading)
})

test("the number of compared days is shown if it is smaller", () => {
  const march = { from: "2026-03-01", to: "2026-03-31" }
  for (const bucket of ["day", "month"] as const)
    expect(textOf({ bucket, ranges: [march, "previous"] }).before).toBe(
      "672 kr. · Feb 1 – 28, 2026",
    )
  const late = { ranges: [march, "previous"], first: "2026-02-10T12:00:00Z" } as const
  expect(textOf(late).before).toBe("456 kr. · Feb 10 – 28, 2026 · 22 of 31 days compared")
})

test("a missing value has a reason", () => {
  const later = { ranges: ["this-week", "previous"], last: "2026-11-15T12:00:00Z" } as const
  expect(textOf(later)).toMatchObject({
    heading: "Sum · Nov 16 – 22, 2026",
    value: "–",
    note: "No data for these days yet · data to Nov 15",
  })
  const answer = answerTo(later)
  expect(
    textOf({ ...answer, completeness: { ...answer.completeness, state: "partial" } }).note,
  ).toContain("These days are not loaded yet")
})
