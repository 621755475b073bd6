import { z } from "zod"
import { isTimeZone } from "../catalogue"
import { platformProblems } from "./problems"
import { defineRoute, type Immutable, pathId } from "./route"

const format = z.enum(["csv", "xlsx"])
const texts = z.array(z.string().max(200)).min(1).max(200)

/** An export request. The query is a list's, without cursor, and its `limit` is ignored. */
const order = z.strictObject({
  operation: z.string().max(100),
  parameters: z.record(z.string().max(100), z.string().max(100)).default({}),
  query: z.string().max(8000).default(""),
  /** Ids of `exportColumns`, in order. All columns if absent. */
  columns: texts.optional(),
  /** Column headings in the person's language. Ids if absent. */
  labels: texts.optional(),
  format,
  bom: z.boolean().default(false),
  separator: z.enum([",", ";"]).default(","),
  /** The IANA time zone of dates in a workbook. UTC by default. */
  timeZone: z.string().max(64).refine(isTimeZone).optional(),
  /** Suffix of a workbook's heading for a column of names, in the person's language. */
  nameHead: z.string().min(1).max(100).optional(),
  /** Exports what the page shows: `columns` are the page's, and ids are replaced by names. */
  shown: z
    .strictObject({
      /** Language of titles, BCP 47. */
      locale: z.string().max(35),
      yes: z.string().max(100),
      no: z.string().max(100),
      /** Names of enumeration values, by column. */
      values: z.record(z.string().max(200), z.record(z.string().max(200), z.string().max(200))),
    })
    .optional(),
  /** Number of rows, if the person's page knows it. */
  expectedRows: z.int().min(0).optional(),
})
/** What to export, with defaults applied. */
export type ExportOrder = Immutable<z.output<typeof order>>

const job = z.strictObject({
  id: z.guid(),
  operation: z.string(),
  path: z.string(),
  /** Filters and order, as the list's own query. */
  query: z.string(),
  state: z.enum(["running", "paused", "done", "failed", "cancelled"]),
  /** Running, but delayed by quota, a fault, or other exports that go first. */
  isWaiting: z.boolean(),
  rows: z.int(),
  calls: z.int(),
  /** The code of the cause that delays or stopped it. */
  reason: z.string().nullable(),
  format,
  columns: z.int(),
  rowsPerCall: z.int(),
  expectedRows: z.int().nullable(),
  bytes: z.int().nullable(),
  /** SHA-256 of the file, in hex. */
  sha256: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  retryAt: z.iso.datetime().nullable(),
  file: z.strictObject({ name: z.string(), isComplete: z.boolean() }).nullable(),
})
/** One of a person's exports. */
export type ExportJob = Immutable<z.output<typeof job>>

const wishedState = z.enum(["paused", "running", "cancelled"])
/** States that can be requested for an export. */
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
  /** Rows from a copy are those of a whole list, and cost no calls. */
  source: z.enum(["platform", "copy"]),
  /** The copy has everything up to this time. */
  asOf: z.iso.datetime().nullable(),
  timeZone: z.string(),
  firstReadAt: z.iso.datetime().nullable(),
  lastReadAt: z.iso.datetime().nullable(),
  calls: z.int(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  notes: z.string(),
})
/** Metadata of an export's file. */
export type ExportManifest = Immutable<z.output<typeof manifest>>

const estimate = z.strictObject({
  rowsPerCall: z.int(),
  /** Calls to the platform for the known rows. */
  calls: z.int(),
  /** Minutes for these calls at the exports' current share of the quota. 0 without a limit. */
  minutes: z.number(),
  callsPerMinute: z.number().nullable(),
  /** True if the number of rows is unknown. Calls and minutes are then minimums. */
  isAtLeast: z.boolean(),
})
/** The estimated cost of an export before it starts. */
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

/** A person's exports. Without access to the domain of the rows, `forbidden`. */
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
