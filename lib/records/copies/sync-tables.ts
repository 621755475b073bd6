import { quoteName } from "../../db"

/** `idle` waits for its next sync, `failed` for a person. */
export const syncStates = ["idle", "running", "paused", "failed"] as const
/** `full` is the first copy, `incremental` reads what is newer and two days of what is older, `recheck` everything again. */
export const syncKinds = ["full", "incremental", "recheck"] as const
export const syncOutcomes = ["done", "cancelled"] as const
/** What a segment is of its list: an interval of its time key, the records without one, everything, or what has been edited. */
export const syncSpans = ["time", "nulls", "whole", "changed"] as const

export type SyncState = (typeof syncStates)[number]
export type SyncKind = (typeof syncKinds)[number]

/** The catalogue that the copies are of, as a digest. */
export const catalogueSetting = "copied_catalogue"

/** The names of the tables, quoted. */
export interface SyncTables {
  readonly list: string
  readonly run: string
  readonly segment: string
  readonly open: string
  readonly setting: string
  readonly operation: string
  readonly policy: string
  readonly calls: string
}

export function syncTables(schema: string): SyncTables {
  const name = (table: string) => `${quoteName(schema)}.${quoteName(table)}`
  return {
    list: name("sync_list"),
    run: name("sync_run"),
    segment: name("sync_segment"),
    open: name("sync_open_row"),
    setting: name("setting"),
    operation: name("sync_operation"),
    policy: name("sync_policy"),
    calls: name("sync_calls"),
  }
}
