-- By which catalogue each list is copied: what its stored rows mean (lib/records/copies/list-fingerprints.ts).
-- Null where the version before has added the list. Outdated: rows that may be there mean something else.
alter table sync_list add column if not exists fingerprint text;
alter table sync_list add column if not exists is_outdated bool not null default false;

-- The catalogues of the programs that copy here, numbered as they came, and the tables that each keeps records in.
create table if not exists sync_catalogue (
  number int8 generated always as identity,
  digest text primary key,
  fingerprints jsonb not null,
  tables text[] not null,
  seen_at timestamptz not null default clock_timestamp()
);
