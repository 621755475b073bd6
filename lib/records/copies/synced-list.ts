import { z } from "zod"
import { quoteName } from "../../db"

/** `idle` waits for its next sync, `failed` for a person. */
const syncStates = ["idle", "running", "paused", "failed"] as const
/**
 * `full` is the first copy, `incremental` reads newer rows and the two days before, `recheck` reads
 * everything again.
 */
const syncKinds = ["full", "incremental", "recheck"] as const
/**
 * The part of the list that a window covers: an interval of its time key, the rows without one,
 * everything, or edited records.
 */
const syncSpans = ["time", "nulls", "whole", "changed"] as const

export type SyncState = (typeof syncStates)[number]
export type SyncKind = (typeof syncKinds)[number]

/** The setting that holds the digest of the catalogue of the copies. */
export const catalogueSetting = "copied_catalogue"

/** Quoted table names. */
export interface SyncTables {
  /** One row per list: schedule, lease, progress, current run and past runs. */
  readonly list: string
  readonly setting: string
  /** Operations whose lists have all been copied once. */
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

/**
 * A part of a run. Rows before `openKey` are visible to readers as soon as the page that closes
 * them is stored.
 */
const windowSchema = z.object({
  span: z.enum(syncSpans),
  /**
   * Bounds of its interval of the time key, the upper exclusive, ISO 8601 to the microsecond. Null
   * if open.
   */
  lower: z.string().nullable(),
  upper: z.string().nullable(),
  /** The key of its first row. */
  firstKey: z.string().nullable(),
  /** The key from which it still has to be read. Null at its beginning. */
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
  /** Rows read and stored. */
  rows: z.number(),
  inserted: z.number(),
  changed: z.number(),
  deleted: z.number(),
}

const runSchema = z.object({ ...figures, windows: z.array(windowSchema) })
export type SyncRun = z.output<typeof runSchema>

const time = z.string().transform((text) => new Date(text).toISOString())

export const historySchema = z.array(
  z.object({
    ...figures,
    startedAt: time,
    /** Null while the run is in progress. */
    endedAt: time.nullable(),
    outcome: z.enum(["done", "cancelled"]).nullable(),
  }),
)
export type PastRun = z.output<typeof historySchema>[number]

export const listSchema = z.object({
  id: z.string(),
  path: z.string(),
  operation: z.string(),
  /** JSON text of the path parameters. */
  parameters: z.string(),
  state: z.enum(syncStates),
  everyMinutes: z.number().nullable(),
  wantsCheck: z.boolean(),
  nextAt: z.date().nullable(),
  checkAt: z.date().nullable(),
  retryAt: z.date().nullable(),
  reason: z.string().nullable(),
  failures: z.number(),
  /** Rows visible to readers. */
  rows: z.number(),
  syncedUntil: z.date().nullable(),
  checkedAt: z.date().nullable(),
  /** A record of the list has been edited here since `syncedUntil`. */
  isBehind: z.boolean(),
  isLeased: z.boolean(),
  /** Copied without an order. */
  hasRank: z.boolean(),
  /** Rows dated before it are not kept. Null: all are. */
  keptFrom: z.date().nullable(),
  /**
   * The person who ordered it, by identity id, and their name at that time. Null if it was not
   * ordered.
   */
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

/** Assignments that release a list, and that reset its failures. */
export const noHolder = "leased_by = null, leased_until = null"
export const freshStart = "failures = 0, reason = null, retry_at = null"

const keptRuns = 50

/** Assignments that end the current run. */
export const endRun = (outcome: "done" | "cancelled") => `run = null,
  history = case when run is null then history else jsonb_path_query_array(
    jsonb_build_array((run - 'windows') || jsonb_build_object(
      'endedAt', clock_timestamp(), 'outcome', '${outcome}')) || history,
    '$[0 to ${keptRuns - 1}]') end`

/**
 * Assignments that reset a list to never copied. It starts unless it was paused or waits to be
 * started.
 */
export const uncopied = `${noHolder}, ${freshStart}, ${endRun("cancelled")}, rows = 0,
  synced_until = null, checked_at = null, next_at = null, check_at = null, kept_from = null,
  wanted_at = null, edited_at = null, wants_check = false,
  state = case when state = 'paused' or state = 'idle' and checked_at is null then state
    else 'running' end`

/** Highest rank of lists that people view daily. Other lists being viewed come next. */
export const dailyRank = 20
