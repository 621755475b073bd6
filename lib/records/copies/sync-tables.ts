import { createSchema, quoteName } from "../../db"

/** `idle` waits for its next turn, `failed` for a person. */
export const syncStates = ["idle", "running", "paused", "failed"] as const
/** `full` is the first copy, `incremental` reads what is newer and two days of what is older, `recheck` everything again. */
export const syncKinds = ["full", "incremental", "recheck"] as const
export const syncOutcomes = ["done", "cancelled"] as const
/** What a segment is of its list: a stretch of its time key, the records without one, everything, or what has been edited. */
export const syncSpans = ["time", "nulls", "whole", "changed"] as const

export type SyncState = (typeof syncStates)[number]
export type SyncKind = (typeof syncKinds)[number]

/** The names of the tables, quoted. */
export interface SyncTables {
  readonly list: string
  readonly run: string
  readonly segment: string
  readonly open: string
}

export function syncTables(schema: string): SyncTables {
  const name = (table: string) => `${quoteName(schema)}.${quoteName(table)}`
  return {
    list: name("sync_list"),
    run: name("sync_run"),
    segment: name("sync_segment"),
    open: name("sync_open_row"),
  }
}

const oneOf = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ")

/** `sync_open_row.rows` is the JSON text of the end of one page, whose last key may go on in the next page. */
export const createSyncTables = (schema: string, tables: SyncTables): string => `
  select pg_advisory_xact_lock(hashtext('sync ${schema.replaceAll("'", "''")}'));
  ${createSchema(quoteName(schema))}
  create table if not exists ${tables.list} (
    id uuid primary key default gen_random_uuid(),
    path text not null unique,
    operation text not null,
    parameters text not null,
    state text not null default 'running' check (state in (${oneOf(syncStates)})),
    every_minutes int,
    wants_check bool not null default false,
    next_at timestamptz,
    check_at timestamptz,
    retry_at timestamptz,
    reason text,
    failures int not null default 0,
    rows int8 not null default 0,
    synced_until timestamptz,
    checked_at timestamptz,
    moved_at timestamptz not null default clock_timestamp(),
    leased_by uuid,
    leased_until timestamptz
  );
  alter table ${tables.list} add column if not exists edited_at timestamptz;
  alter table ${tables.list} add column if not exists wanted_at timestamptz;
  alter table ${tables.list} add column if not exists ordered_by text;
  alter table ${tables.list} add column if not exists orderer_name text;
  create index if not exists sync_list_of_person on ${tables.list} (ordered_by)
    where ordered_by is not null;
  create table if not exists ${tables.run} (
    id int8 generated always as identity primary key,
    list uuid not null references ${tables.list} on delete cascade,
    kind text not null check (kind in (${oneOf(syncKinds)})),
    started_at timestamptz not null default clock_timestamp(),
    is_planned bool not null default false,
    ended_at timestamptz,
    outcome text check (outcome in (${oneOf(syncOutcomes)})),
    pages int not null default 0,
    calls int not null default 0,
    rows int8 not null default 0,
    inserted int8 not null default 0,
    changed int8 not null default 0,
    deleted int8 not null default 0
  );
  create unique index if not exists sync_run_open on ${tables.run} (list) where ended_at is null;
  create index if not exists sync_run_of_list on ${tables.run} (list, id desc);
  create table if not exists ${tables.segment} (
    run int8 not null references ${tables.run} on delete cascade,
    number int not null,
    span text not null check (span in (${oneOf(syncSpans)})),
    lower text,
    upper text,
    first_key text,
    last_key text,
    open_key text,
    place text,
    pages int not null default 0,
    calls int not null default 0,
    rows int8 not null default 0,
    inserted int8 not null default 0,
    changed int8 not null default 0,
    deleted int8 not null default 0,
    busy_ms int8 not null default 0,
    primary key (run, number)
  );
  create table if not exists ${tables.open} (
    run int8 not null,
    segment int not null,
    page int not null,
    rows text not null,
    primary key (run, segment, page),
    foreign key (run, segment) references ${tables.segment} on delete cascade
  );`
