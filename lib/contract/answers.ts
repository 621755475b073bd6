import { z } from "zod"
import { bucketSizes, summaryLimits } from "../catalogue"
import { seriesFormats } from "./kpis"
import { defineRoute, type Immutable } from "./route"

const progress = z.strictObject({
  /** Whether all was there once: figures before are of a part. */
  isComplete: z.boolean(),
  /** Of all calls that reading it takes, from 0 to 1. */
  share: z.number().min(0).max(1),
  callsLeft: z.number().min(0),
  /** At the pace of the last minute; null where nobody can tell. */
  secondsLeft: z.number().min(0).nullable(),
})
/** How far a first copy is. */
export type CopyProgress = Immutable<z.output<typeof progress>>

const coverage = z.strictObject({
  /** Lists that are copied as a whole, of those that are copied or are to be. */
  whole: z.int().min(0),
  lists: z.int().min(0),
  /** Where each record is read by its id: of those that the workspace names, how many the platform does not have or does not give; `whole` and `lists` are records then. */
  missing: z.int().min(0).exactOptional(),
  /** Lists that cannot be read, or not for an hour: figures are without them. */
  failing: z.int().min(0),
  /** What the first three of those lie under, by the names of their paths' ids. */
  failingUnder: z.array(z.record(z.string(), z.string())).exactOptional(),
  ...progress.shape,
  /** The same of what lies under the newest records, while not all is there. */
  newest: progress.exactOptional(),
})
/** How much of all records of a kind the copies hold. */
export type Coverage = Immutable<z.output<typeof coverage>>

const parameters = z.object({ list: z.string().max(100) })

/** What `parseSummaryQuery` reads; other names are filters of the list. */
const summaryQuestion = z
  .object({
    /** A field, or a time and its buckets, `creationDateTime:month`; up to twice. */
    group: z.string(),
    /** `count`, `sum:points`, `share:status[ne]=Approved`; up to six times. */
    measure: z.string(),
    /** `group`, or a measure by its number; `-1` is the largest of the first one first. */
    sort: z.string(),
    top: z.coerce.number().int().min(1).max(summaryLimits.top),
    /** IANA name. */
    zone: z.string(),
  })
  .partial()
  .catchall(z.string())

const key = z.union([
  z.strictObject({
    kind: z.literal("value"),
    value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  }),
  z.strictObject({ kind: z.literal("bucket"), from: z.string(), to: z.string().nullable() }),
  z.strictObject({ kind: z.literal("other"), members: z.int() }),
])

const summaryRow = z.strictObject({
  keys: z.array(z.int().nullable()),
  n: z.int(),
  drill: z.string().nullable(),
  figures: z.array(
    z.strictObject({
      value: z.union([z.number(), z.string()]).nullable(),
      n: z.int(),
      drill: z.string().nullable().exactOptional(),
    }),
  ),
})

/** `SummaryAnswer` of the catalogue, and the copies that it is computed from. */
const summary = z.strictObject({
  groups: z.array(
    z.strictObject({
      property: z.string(),
      bucket: z.enum(bucketSizes).exactOptional(),
      zone: z.string().exactOptional(),
      keys: z.array(key),
    }),
  ),
  rows: z.array(summaryRow),
  subtotals: z.array(summaryRow),
  total: summaryRow,
  shown: z.array(z.int()),
  others: z.array(z.int()),
  asOf: z.iso.datetime(),
  coverage,
})
/** A summary, and how much of all records the copies hold that it is computed from. */
export type SummarizedAnswers = Immutable<z.output<typeof summary>>

const copiedLists = z.strictObject({
  lists: z.array(
    z.strictObject({
      list: z.string(),
      /** Null where none of it is copied as a whole. */
      asOf: z.iso.datetime().nullable(),
      coverage,
    }),
  ),
})
/** Which lists copies can answer, of those that the person may read. */
export type CopiedLists = Immutable<z.output<typeof copiedLists>>

const problems = [
  "unknown_path",
  "not_copied",
  "small_groups",
  "too_many_requests",
  "took_too_long",
] as const

/**
 * What copies answer over everything at once: all modules, forms, calendars or data sets. The rows
 * themselves are at `/api/answers/{list}` and read as the platform's lists do.
 */
export const answersContract = {
  readCopiedLists: defineRoute({
    name: "read-copied-lists",
    method: "GET",
    path: "/api/answers",
    summary: "Read which lists copies can answer, of those that the person may read",
    permission: "signed-in",
    scope: "none",
    answer: copiedLists,
    problems: [],
  }),
  countAnswers: defineRoute({
    name: "count-answers",
    method: "GET",
    path: "/api/answers/{list}/total",
    summary: "Count the rows that meet the filters, over everything that is copied",
    permission: "signed-in",
    scope: "all",
    parameters,
    /** The filters of the list, as for its rows. */
    grammar: z.object({}).catchall(z.string()),
    answer: z.strictObject({
      count: z.int().min(0),
      /** Since then nothing is missing of what is copied as a whole. */
      asOf: z.iso.datetime(),
      coverage,
    }),
    problems,
  }),
  summarizeAnswers: defineRoute({
    name: "summarize-answers",
    method: "GET",
    path: "/api/answers/{list}/summary",
    summary: "Summarise the rows that meet the filters by one or two of their fields",
    permission: "signed-in",
    scope: "all",
    parameters,
    grammar: summaryQuestion,
    answer: summary,
    problems,
  }),
  downloadSummary: defineRoute({
    name: "download-summary",
    method: "GET",
    path: "/api/answers/{list}/summary/file",
    summary: "Download a summary, with names where they are known",
    permission: "signed-in",
    scope: "all",
    parameters,
    grammar: summaryQuestion.extend({ format: z.enum(seriesFormats) }),
    answer: null,
    files: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    problems,
  }),
}
