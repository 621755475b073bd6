import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import {
  type BucketSize,
  bucketEdges,
  type DayRange,
  type Measure,
  partialBuckets,
  plainQuestion,
  type RangeSeries,
  resolveRanges,
  type SeriesAnswer,
  type SeriesRange,
} from "@/lib/catalogue"
import { messages } from "@/lib/client/messages/en"
import { HeadlineRow } from "./headline-row"

const zone = "Europe/Copenhagen"
const now = Date.parse("2026-11-21T12:30:00Z")

interface Asked {
  readonly bucket: BucketSize
  readonly measure?: Measure
  readonly ranges: readonly [SeriesRange, SeriesRange]
}

/** Answers a question with 1 in every bucket that has begun. */
function answerTo({ bucket, measure = "sum", ranges }: Asked): SeriesAnswer {
  const rangeOf = (days: DayRange, index: number): RangeSeries => {
    const edges = bucketEdges(days, bucket, zone)
    const values = edges.slice(0, -1).map((edge) => (edge < now ? 1 : null))
    const states = values.map((value) => (value === null ? "m" : "v")).join("")
    return {
      ...{ range: ranges[index] ?? "all", ...days, edges },
      partial: partialBuckets(days, bucket, edges, now),
      lines: [{ group: 0, values, counts: values.map(Number), states }],
    }
  }
  const question = { ...plainQuestion, bucket, measure, zone, ranges }
  const [first, ...others] = resolveRanges(question, { today: "2026-11-21" })
  return {
    ...{ question, groups: [{ kind: "all" }] },
    ranges: [rangeOf(first, 0), ...others.map((days, at) => rangeOf(days, at + 1))],
    completeness: { state: "complete", syncedUntil: null, gaps: [] },
    leftOut: { withoutValue: 0, suppressed: 0, unplaced: 0 },
    computedFrom: "rollup",
  }
}

/** What is told of the comparison. */
function comparedIn(asked: Asked): string | undefined {
  const answer = answerTo(asked)
  const exploration = { question: answer.question, chart: "line" as const, targets: [] }
  const html = renderToString(
    <IntlProvider locale="en" messages={messages} timeZone="UTC">
      <HeadlineRow answer={answer} exploration={exploration} unit="kr." />
    </IntlProvider>,
  )
  const texts = [...html.matchAll(/<dd[^>]*>(.*?)<\/dd>/g)].map(([, text = ""]) => text)
  return texts.at(-1)?.replaceAll(/\s/g, " ")
}

test("what is compared stands beside the days that it is of", () => {
  expect(comparedIn({ bucket: "day", ranges: ["this-month", "previous"] })).toBe(
    "20 kr. · Oct 1 – 20, 2026",
  )
  expect(comparedIn({ bucket: "month", ranges: ["last-12-months", "year"] })).toBe(
    "12 kr. · Nov 1, 2024 – Oct 31, 2025",
  )
})

test("where fewer buckets are compared than the headline tells of, their number is said", () => {
  const march = { from: "2026-03-01", to: "2026-03-31" }
  expect(comparedIn({ bucket: "day", ranges: [march, "previous"] })).toBe(
    "28 kr. · Feb 1 – 28, 2026 · 28 of 31 whole buckets compared",
  )
  const weeks = { from: "2026-01-05", to: "2026-03-29" }
  expect(comparedIn({ bucket: "week", ranges: [weeks, "year"] })).toBe(
    "11 kr. · Jan 6 – Mar 23, 2025 · 11 of 12 whole buckets compared",
  )
})

test("hours are told as hours, and of a measure of one bucket that bucket", () => {
  expect(comparedIn({ bucket: "hour", ranges: ["today", "previous"] })).toBe(
    "13 kr. · Nov 20, 2026, 00:00 – 13:00",
  )
  expect(comparedIn({ bucket: "month", measure: "median", ranges: ["this-year", "year"] })).toBe(
    "1 kr. · October 2025",
  )
})

test("where nothing is compared, the days are told that have nothing to be compared with", () => {
  expect(comparedIn({ bucket: "day", ranges: ["this-month", "last-month"] })).toContain("20 kr.")
  const later = { from: "2026-12-01", to: "2026-12-31" }
  expect(comparedIn({ bucket: "day", ranges: [later, "previous"] })).toBe("Nov 1 – 30, 2026")
})
