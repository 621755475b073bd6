-- Beside the copied records, whose tables follow from the catalogue.

-- Lists that are copied: schedule, lease, how far each is, the run under way and those before it, the newest first.
-- Those without anybody's order have a rank, the lowest first; rows dated before `kept_from` are not kept.
create table sync_list (
  id uuid primary key default gen_random_uuid(),
  path text not null unique,
  operation text not null,
  parameters text not null,
  state text not null default 'running' check (state in ('idle', 'running', 'paused', 'failed')),
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
  leased_until timestamptz,
  edited_at timestamptz,
  wanted_at timestamptz,
  ordered_by text,
  orderer_name text,
  rank int2,
  kept_from timestamptz,
  asked_at timestamptz,
  run jsonb,
  history jsonb not null default '[]'
);
create index sync_list_of_person on sync_list (ordered_by) where ordered_by is not null;

-- Operations of whose lists all have been there once.
create table sync_operation (
  operation text primary key,
  completed_at timestamptz not null default now()
);

-- How the lists of an operation are copied, where an administrator has said so. Null: as often as the rules say,
-- and rows of any age.
create table sync_policy (
  operation text primary key,
  is_copied bool not null default true,
  every_minutes int check (every_minutes between 5 and 10080),
  retention_days int check (retention_days > 0)
);

-- Calls of runs that have ended, by the hour of their end; they outlive their lists.
create table sync_calls (
  hour timestamptz not null,
  operation text not null,
  calls int8 not null,
  primary key (hour, operation)
);

-- What charts are computed from, apart by label and by department, and the times whose points are not in it yet.
create table point_rollup_by_label (
  in_data_set_id uuid not null,
  moment timestamptz not null,
  label text collate "C",
  points int4 not null,
  valued int4 not null,
  persons int4 not null,
  total float8,
  lowest float8,
  highest float8
);
create index point_rollup_by_label_by_moment
  on point_rollup_by_label (in_data_set_id, moment);
create table point_rollup_by_department (
  in_data_set_id uuid not null,
  moment timestamptz not null,
  department_id uuid,
  points int4 not null,
  valued int4 not null,
  persons int4 not null,
  total float8,
  lowest float8,
  highest float8
);
create index point_rollup_by_department_by_moment
  on point_rollup_by_department (in_data_set_id, moment);
create table point_rollup_due (
  in_data_set_id uuid not null,
  since timestamptz not null,
  until timestamptz not null
);

-- Groups of people.
create table point_band (
  in_data_set_id uuid not null,
  label text collate "C",
  labels text not null,
  department_id uuid,
  departments text not null,
  since timestamptz not null,
  until timestamptz not null,
  persons int4 not null,
  points int4 not null,
  valued int4 not null,
  total float8 not null,
  days text,
  band int4,
  is_told bool not null default true
);
create index point_band_by_since on point_band (in_data_set_id, since);
-- Points as they were told. Without a band they have left theirs; anchors were in none before.
create table told_point (
  point int8 generated always as identity primary key,
  in_data_set_id uuid not null,
  band int4,
  content uuid not null,
  label text collate "C",
  department_id uuid,
  time_stamp timestamptz not null,
  user_id uuid,
  value float8,
  is_anchor bool not null
);
create index told_point_by_band on told_point (in_data_set_id, band);
create table point_band_state (
  in_data_set_id uuid primary key,
  least int4 not null,
  labels text[] not null,
  departments uuid[] not null,
  tree_departments jsonb
);
create table point_band_due (in_data_set_id uuid not null);
-- Without a time it holds points of persons, else it held none at that time.
create table personal_data_set (id uuid primary key, asked_at timestamptz);
