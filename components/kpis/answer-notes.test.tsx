import { renderToString } from "react-dom/server"
import { IntlProvider } from "use-intl"
import { expect, test } from "vitest"
import { bucketEdges, defaultSeriesQuery, type SeriesAnswer, startOfDay } from "@/lib/catalogue"
import { messages } from "@/lib/client/messages/en"
import { AnswerNotes } from "./answer-notes"

const zone = "Europe/Copenhagen"
const now = new Date("2026-11-21T12:30:00Z")

/**
 * The notes below a result for days up to the current one. `states` has a letter for each bucket,
 * `begins` is the first day of data.
 */
function notesOf(
  bucket: "day" | "month",
  from: string,
  states: string,
  partial: number[],
  begins?: string,
) {
  const days = { from, to: "2026-11-21" }
  const edges = bucketEdges(days, bucket, zone)
  const line = {
    group: 0,
    values: edges.slice(1).map(() => 1),
    counts: edges.slice(1).map(() => 1),
  }
  const answer: SeriesAnswer = {
    question: { ...defaultSeriesQuery, bucket, zone, ranges: ["all"] },
    groups: [{ kind: "all" }],
    ranges: [{ range: "all", ...days, edges, partial, lines: [{ ...line, states }] }],
    completeness: { state: "none", syncedUntil: null, gaps: [] },
    leftOut: { withoutValue: 0, suppressed: 0, unplaced: 0 },
    least: 5,
    dataStart: {
      day: begins ?? null,
      from: begins ? Date.parse(startOfDay(begins, zone)) : null,
    },
    dataEnd: { cutoff: "2026-11-21", until: edges.at(-1) ?? 0, isBehind: false },
    computedFrom: "rollup",
  }
  const html = renderToString(
    <IntlProvider locale="en" messages={messages} timeZone="UTC" now={now}>
      <AnswerNotes answer={answer} />
    </IntlProvider>,
  )
  return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text = ""]) => text)
}

test("the current interval and partly covered ones have separate notes, named by interval", () => {
  expect(notesOf("day", "2026-11-19", "vvv", [2])).toContain(
    "Today is still running (dashed) and is not compared",
  )
  const months = notesOf("month", "2026-09-15", "vvv", [0, 2])
  expect(months).toContain("This month is still running (dashed) and is not compared")
  expect(months).toContain("1 month is only partly covered (dashed) and not compared")
})

test("a start of data within the range is noted, and only its interval is partly covered", () => {
  const months = notesOf("month", "2026-08-01", "bbvv", [0, 1, 2, 3], "2026-10-10")
  expect(months).toContain("Data from Oct 10, 2026: earlier days are not counted")
  expect(months).toContain("1 month is only partly covered (dashed) and not compared")
  const later = notesOf("month", "2026-09-01", "vvv", [2], "2026-09-01")
  expect(later.join(" ")).not.toContain("Data from")
})

test("intervals without small groups have their own note", () => {
  const months = notesOf("month", "2026-09-01", "ppv", [])
  expect(months).toContain("2 months leave out groups of fewer than 5 people (hatched)")
  expect(months).toContain("Shown only for groups of 5 or more")
  expect(months.join(" ")).not.toContain("running")
})
