import { z } from "zod"
import { isTimeZone } from "../catalogue"
import { platformProblems } from "./problems"
import { defineRoute, type Immutable, pathId } from "./route"

const format = z.enum(["csv", "xlsx"])
const texts = z.array(z.string().max(200)).min(1).max(200)

/** What a person asks for; the query is a list's, without cursor, and its `limit` means nothing here. */
const order = z.strictObject({
  operation: z.string().max(100),
  parameters: z.record(z.string().max(100), z.string().max(100)).default({}),
  query: z.string().max(8000).default(""),
  /** Ids of `exportColumns`, in order; all where there are none. */
  columns: texts.optional(),
  /** The columns' heads in the person's language; their ids where there are none. */
  labels: texts.optional(),
  format,
  bom: z.boolean().default(false),
  separator: z.enum([",", ";"]).default(","),
  /** The IANA time zone in which a workbook's dates are written, UTC where it is not said. */
  timeZone: z.string().max(64).refine(isTimeZone).optional(),
  /** What the head of a workbook's column of names ends with, in the person's language. */
  nameHead: z.string().min(1).max(100).optional(),
  /** The file says what the page says, in its words: `columns` are the page's, ids stand by their names. */
  shown: z
    .strictObject({
      /** Of the language of titles, BCP 47. */
      locale: z.string().max(35),
      yes: z.string().max(100),
      no: z.string().max(100),
      /** What values of enumerations are called, by column. */
      values: z.record(z.string().max(200), z.record(z.string().max(200), z.string().max(200))),
    })
    .optional(),
  /** How many rows there are, where the person's page knows. */
  expectedRows: z.int().min(0).optional(),
})
/** What is to be exported, with what stands where nothing was said. */
export type ExportOrder = Immutable<z.output<typeof order>>

const job = z.strictObject({
  id: z.guid(),
  operation: z.string(),
  path: z.string(),
  /** Filters and order, in the form of the list's own query. */
  query: z.string(),
  state: z.enum(["running", "paused", "done", "failed", "cancelled"]),
  /** Running, but held up: by the quota, a fault, or other exports that go first. */
  isWaiting: z.boolean(),
  rows: z.int(),
  calls: z.int(),
  /** The code of what holds it up, or stopped it. */
  reason: z.string().nullable(),
  format,
  columns: z.int(),
  rowsPerCall: z.int(),
  expectedRows: z.int().nullable(),
  bytes: z.int().nullable(),
  /** The file's, in hex. */
  sha256: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  retryAt: z.iso.datetime().nullable(),
  file: z.strictObject({ name: z.string(), isComplete: z.boolean() }).nullable(),
})
/** One of a person's exports. */
export type ExportJob = Immutable<z.output<typeof job>>

const wishedState = z.enum(["paused", "running", "cancelled"])
/** What an export can be asked to become. */
export type WishedExportState = z.output<typeof wishedState>

const manifest = z.strictObject({
  file: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  title: z.string(),
  operation: z.string(),
  path: z.string(),
  query: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  state: z.enum(["complete", "partial"]),
  /** Why rows are missing. */
  reason: z.string().nullable(),
  /** A copy's rows are those of a whole list, and cost no calls. */
  source: z.enum(["platform", "copy"]),
  /** Since when nothing is missing of the copy. */
  asOf: z.iso.datetime().nullable(),
  timeZone: z.string(),
  firstReadAt: z.iso.datetime().nullable(),
  lastReadAt: z.iso.datetime().nullable(),
  calls: z.int(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  notes: z.string(),
})
/** What an export's file holds, told beside it. */
export type ExportManifest = Immutable<z.output<typeof manifest>>

const estimate = z.strictObject({
  rowsPerCall: z.int(),
  /** Calls of the platform for the rows that are known. */
  calls: z.int(),
  /** Minutes for these calls at the share that exports have of the quota now; 0 where there is no limit. */
  minutes: z.number(),
  callsPerMinute: z.number().nullable(),
  /** True where nobody knows how many rows there are: calls and minutes are the least. */
  isAtLeast: z.boolean(),
})
/** What an export will cost, as far as anybody can tell before it starts. */
export type ExportEstimate = Immutable<z.output<typeof estimate>>

const rowsText = "must be a whole number from 0 to 1000000000000"
const knownRows = z
  .string(rowsText)
  .transform(Number)
  .pipe(z.number(rowsText).int(rowsText).min(0, rowsText).max(1e12, rowsText))
const isTrue = z
  .enum(["true", "false"], "must be true or false")
  .transform((text) => text === "true")

const parameters = z.object({ id: pathId })
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

const fileProblems = [
  "not_found",
  "small_groups",
  "export_conflict",
  "file_too_large",
  "too_many_requests",
  ...platformProblems,
] as const

/** A person's exports; who may not read the rows' domain gets `forbidden`. */
export const exportsContract = {
  readExports: defineRoute({
    name: "read-exports",
    method: "GET",
    path: "/api/exports",
    summary: "Read one's own exports, the newest first",
    permission: "signed-in",
    scope: "all",
    answer: z.strictObject({ exports: z.array(job) }),
    problems: [],
  }),
  startExport: defineRoute({
    name: "start-export",
    method: "POST",
    path: "/api/exports",
    summary: "Start an export of a list",
    permission: "signed-in",
    scope: "all",
    body: order,
    answer: job,
    problems: ["small_groups", "limit_reached", ...platformProblems],
  }),
  readExport: defineRoute({
    name: "read-export",
    method: "GET",
    path: "/api/exports/{id}",
    summary: "Read how far one of one's own exports is",
    permission: "signed-in",
    scope: "all",
    parameters,
    answer: job,
    problems: ["not_found"],
  }),
  changeExport: defineRoute({
    name: "change-export",
    method: "PATCH",
    path: "/api/exports/{id}",
    summary: "Pause, resume or cancel an export",
    permission: "signed-in",
    scope: "all",
    parameters,
    body: z.strictObject({ state: wishedState }),
    answer: job,
    problems: ["not_found", "export_conflict"],
  }),
  removeExport: defineRoute({
    name: "remove-export",
    method: "DELETE",
    path: "/api/exports/{id}",
    summary: "Remove an export with its file",
    permission: "signed-in",
    scope: "none",
    parameters,
    answer: null,
    problems: ["not_found"],
  }),
  readExportFile: defineRoute({
    name: "read-export-file",
    method: "GET",
    path: "/api/exports/{id}/file",
    summary: "Download an export's file, or a range of it",
    permission: "signed-in",
    scope: "all",
    parameters,
    answer: null,
    files: ["text/csv", xlsx],
    otherwise: {
      206: { meaning: "The range of the file that is asked for.", holds: "files" },
      416: { meaning: "The file has no such range.", holds: "nothing" },
    },
    problems: fileProblems,
  }),
  readExportManifest: defineRoute({
    name: "read-export-manifest",
    method: "GET",
    path: "/api/exports/{id}/manifest",
    summary: "Download what an export's file holds, as JSON",
    permission: "signed-in",
    scope: "all",
    parameters,
    answer: manifest,
    isDownload: true,
    problems: fileProblems,
  }),
  estimateExport: defineRoute({
    name: "estimate-export",
    method: "GET",
    path: "/api/exports/estimate",
    summary: "Estimate what an export of so many known rows costs",
    permission: "signed-in",
    scope: "none",
    query: z.object({ operation: z.string().max(100), rows: knownRows, all: isTrue }),
    answer: estimate,
    problems: [],
  }),
}
