import { z } from "zod"
import { bucketSizes, summaryLimits } from "../catalogue"
import { seriesFormats } from "./kpis"
import { defineRoute, type Immutable } from "./route"

const progress = z.strictObject({
  /** Whether everything has been copied once. Earlier figures cover only a part. */
  isComplete: z.boolean(),
  /** Share of the calls already made, from 0 to 1. */
  share: z.number().min(0).max(1),
  callsLeft: z.number().min(0),
  /** At the pace of the last minute. Null if unknown. */
  secondsLeft: z.number().min(0).nullable(),
})
/** Progress of a first copy. */
export type CopyProgress = Immutable<z.output<typeof progress>>

const coverage = z.strictObject({
  /** Lists copied completely, out of those that are copied or scheduled. */
  whole: z.int().min(0),
  lists: z.int().min(0),
  /**
   * For records read by id: how many of those named by the workspace the platform lacks or refuses.
   * `whole` and `lists` then count records.
   */
  missing: z.int().min(0).exactOptional(),
  /** Lists that cannot be read, or have failed for an hour. Figures exclude them. */
  failing: z.int().min(0),
  /** Parents of the first three of those, by the names of their path ids. */
  failingUnder: z.array(z.record(z.string(), z.string())).exactOptional(),
  ...progress.shape,
  /** Same, for what belongs to the newest records, until everything is copied. */
  newest: progress.exactOptional(),
})
/** How much of all records of a kind is copied. */
export type Coverage = Immutable<z.output<typeof coverage>>

const parameters = z.object({ list: z.string().max(100) })

/** The parameters read by `parseSummaryQuery`. Other names are filters of the list. */
const summaryQuestion = z
  .object({
    /** A field, or a time with its buckets, `creationDateTime:month`. Up to twice. */
    group: z.string(),
    /** `count`, `sum:points`, `share:status[ne]=Approved`. Up to six times. */
    measure: z.string(),
    /** `group`, or the number of a measure. `-1` sorts by the first measure, descending. */
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

/** `SummaryAnswer` of the catalogue, and the copies that it was computed from. */
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
/** A summary, and how much of all records is copied. */
export type SummarizedAnswers = Immutable<z.output<typeof summary>>

const copiedLists = z.strictObject({
  lists: z.array(
    z.strictObject({
      list: z.string(),
      /** Null if none of it is copied completely. */
      asOf: z.iso.datetime().nullable(),
      coverage,
    }),
  ),
})
/** The lists that copies can answer, among those that the person may read. */
export type CopiedLists = Immutable<z.output<typeof copiedLists>>

const problems = [
  "unknown_path",
  "not_copied",
  "small_groups",
  "too_many_requests",
  "took_too_long",
] as const

/**
 * Answers from copies across all modules, forms, calendars or data sets. The rows themselves are at
 * `/api/answers/{list}` and are read like the platform's lists.
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
    /** Filters of the list, as for its rows. */
    grammar: z.object({}).catchall(z.string()),
    answer: z.strictObject({
      count: z.int().min(0),
      /** Complete copies have everything up to this time. */
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
