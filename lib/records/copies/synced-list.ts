import { z } from "zod"
import { quoteName } from "../../db"

/** `idle` waits for its next sync, `failed` for a person. */
const syncStates = ["idle", "running", "paused", "failed"] as const
/** `full` is the first copy, `incremental` reads what is newer and two days of what is older, `recheck` everything again. */
const syncKinds = ["full", "incremental", "recheck"] as const
/** What a window is of its list: an interval of its time key, the records without one, everything, or what has been edited. */
const syncSpans = ["time", "nulls", "whole", "changed"] as const

export type SyncState = (typeof syncStates)[number]
export type SyncKind = (typeof syncKinds)[number]

/** The catalogue that the copies are of, as a digest. */
export const catalogueSetting = "copied_catalogue"

/** The names of the tables, quoted. */
export interface SyncTables {
  /** A row for each list: its schedule, its lease, how far it is copied, the run under way and those before. */
  readonly list: string
  readonly setting: string
  /** Operations all of whose lists have been there once. */
  readonly operation: string
  readonly policy: string
  /** Calls by hour and operation. */
  readonly calls: string
}

export function syncTables(schema: string): SyncTables {
  const name = (table: string) => `${quoteName(schema)}.${quoteName(table)}`
  return {
    list: name("sync_list"),
    setting: name("setting"),
    operation: name("sync_operation"),
    policy: name("sync_policy"),
    calls: name("sync_calls"),
  }
}

/** A part of a run. Readers see each of its rows before `openKey` as soon as the page is stored that closes them. */
const windowSchema = z.object({
  span: z.enum(syncSpans),
  /** Ends of its interval of the time key, the upper exclusive, ISO 8601 to the microsecond; null where it is open. */
  lower: z.string().nullable(),
  upper: z.string().nullable(),
  /** The key of its first row. */
  firstKey: z.string().nullable(),
  /** From which key on it is still to be read; null at its beginning. */
  openKey: z.string().nullable(),
  isRead: z.boolean(),
})
export type SyncWindow = Readonly<z.output<typeof windowSchema>>

const figures = {
  kind: z.enum(syncKinds),
  /** ISO 8601, to the microsecond. */
  startedAt: z.string(),
  pages: z.number(),
  calls: z.number(),
  /** That were read and stored. */
  rows: z.number(),
  inserted: z.number(),
  changed: z.number(),
  deleted: z.number(),
}

const runSchema = z.object({ ...figures, windows: z.array(windowSchema) })
/** A run under way. */
export type SyncRun = z.output<typeof runSchema>

const time = z.string().transform((text) => new Date(text).toISOString())

export const historySchema = z.array(
  z.object({
    ...figures,
    startedAt: time,
    /** Null while it is under way. */
    endedAt: time.nullable(),
    outcome: z.enum(["done", "cancelled"]).nullable(),
  }),
)
/** A run as people look back at it. */
export type PastRun = z.output<typeof historySchema>[number]

export const listSchema = z.object({
  id: z.string(),
  path: z.string(),
  operation: z.string(),
  /** JSON text of the path's parameters. */
  parameters: z.string(),
  state: z.enum(syncStates),
  everyMinutes: z.number().nullable(),
  wantsCheck: z.boolean(),
  nextAt: z.date().nullable(),
  checkAt: z.date().nullable(),
  retryAt: z.date().nullable(),
  reason: z.string().nullable(),
  failures: z.number(),
  /** That readers may see. */
  rows: z.number(),
  syncedUntil: z.date().nullable(),
  checkedAt: z.date().nullable(),
  /** A record has been edited here since `syncedUntil`. */
  isBehind: z.boolean(),
  isLeased: z.boolean(),
  /** Copied without anybody's order. */
  hasRank: z.boolean(),
  /** Rows dated before it are not kept; null: all are. */
  keptFrom: z.date().nullable(),
  /** Who ordered it, as the identity names them, and their name then; null where nobody did. */
  orderedBy: z.string().nullable(),
  ordererName: z.string().nullable(),
  run: runSchema.nullable(),
})
export type SyncedList = z.output<typeof listSchema>

export const selectLists = ({ list }: SyncTables, rest: string) => `
  select id, path, operation, parameters, state, every_minutes as "everyMinutes",
    wants_check as "wantsCheck", next_at as "nextAt", check_at as "checkAt", retry_at as "retryAt",
    reason, failures, rows::float8 as rows, synced_until as "syncedUntil",
    checked_at as "checkedAt", coalesce(edited_at >= synced_until, false) as "isBehind",
    coalesce(leased_until > clock_timestamp(), false) as "isLeased", rank is not null as "hasRank",
    kept_from as "keptFrom", ordered_by as "orderedBy", orderer_name as "ordererName", run
  from ${list} ${rest}`

/** Assignments of a list that nobody holds, and of one that counts no failures. */
export const noHolder = "leased_by = null, leased_until = null"
export const freshStart = "failures = 0, reason = null, retry_at = null"

const keptRuns = 50

/** Assignments by which the run under way is over. */
export const endRun = (outcome: "done" | "cancelled") => `run = null,
  history = case when run is null then history else jsonb_path_query_array(
    jsonb_build_array((run - 'windows') || jsonb_build_object(
      'endedAt', clock_timestamp(), 'outcome', '${outcome}')) || history,
    '$[0 to ${keptRuns - 1}]') end`

/** Assignments of a list that has never been copied; it begins unless it was paused or waits to be started. */
export const uncopied = `${noHolder}, ${freshStart}, ${endRun("cancelled")}, rows = 0,
  synced_until = null, checked_at = null, next_at = null, check_at = null, kept_from = null,
  wanted_at = null, edited_at = null, wants_check = false,
  state = case when state = 'paused' or state = 'idle' and checked_at is null then state
    else 'running' end`

/** Up to this rank is what people look at every day; what somebody looks at otherwise comes next. */
export const dailyRank = 20
