-- The tables as versions before numbered migrations made them; a database of theirs is taken over as it is.
-- The tables of records follow from the catalogue and are there already.

-- Lists that are copied, their runs, and how far each is.
create table if not exists sync_list (
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
  leased_until timestamptz
);
alter table sync_list add column if not exists edited_at timestamptz;
alter table sync_list add column if not exists wanted_at timestamptz;
alter table sync_list add column if not exists ordered_by text;
alter table sync_list add column if not exists orderer_name text;
create index if not exists sync_list_of_person on sync_list (ordered_by)
  where ordered_by is not null;
create table if not exists sync_run (
  id int8 generated always as identity primary key,
  list uuid not null references sync_list on delete cascade,
  kind text not null check (kind in ('full', 'incremental', 'recheck')),
  started_at timestamptz not null default clock_timestamp(),
  is_planned bool not null default false,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'cancelled')),
  pages int not null default 0,
  calls int not null default 0,
  rows int8 not null default 0,
  inserted int8 not null default 0,
  changed int8 not null default 0,
  deleted int8 not null default 0
);
create unique index if not exists sync_run_open on sync_run (list) where ended_at is null;
create index if not exists sync_run_of_list on sync_run (list, id desc);
create table if not exists sync_segment (
  run int8 not null references sync_run on delete cascade,
  number int not null,
  span text not null check (span in ('time', 'nulls', 'whole', 'changed')),
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
-- The JSON text of the end of one page, whose last key may go on in the next.
create table if not exists sync_open_row (
  run int8 not null,
  segment int not null,
  page int not null,
  rows text not null,
  primary key (run, segment, page),
  foreign key (run, segment) references sync_segment on delete cascade
);

-- What charts are computed from, apart by label and by department, and the times whose points are not in it yet.
create table if not exists point_rollup_by_label (
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
create index if not exists point_rollup_by_label_by_moment
  on point_rollup_by_label (in_data_set_id, moment);
create table if not exists point_rollup_by_department (
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
create index if not exists point_rollup_by_department_by_moment
  on point_rollup_by_department (in_data_set_id, moment);
do $$ begin
  if to_regclass('point_rollup_due') is null then
    create table point_rollup_due (
      in_data_set_id uuid not null,
      since timestamptz not null,
      until timestamptz not null
    );
    if to_regclass('data_point') is not null then
      insert into point_rollup_due
        select distinct in_data_set_id, '-infinity'::timestamptz, 'infinity'::timestamptz
        from data_point;
    end if;
  end if;
end $$;

-- Groups of people.
create table if not exists point_band (
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
  days text
);
create index if not exists point_band_by_since on point_band (in_data_set_id, since);
-- A band of a version that did not remember its points has none.
alter table point_band drop column if exists block, add column if not exists band int4,
  add column if not exists is_told bool not null default true;
-- Points as they were told. Without a band they have left theirs; anchors were in none before.
create table if not exists told_point (
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
create index if not exists told_point_by_band on told_point (in_data_set_id, band);
create table if not exists point_band_state (
  in_data_set_id uuid primary key,
  least int4 not null,
  labels text[] not null,
  departments uuid[] not null
);
-- The tree of departments that bands were formed by whose points were not remembered.
alter table point_band_state drop column if exists tree, drop column if exists version,
  add column if not exists tree_departments jsonb;
create table if not exists point_band_due (in_data_set_id uuid not null);
create table if not exists personal_data_set (id uuid primary key);
-- Without a time it holds points of persons, else it held none at that time.
alter table personal_data_set add column if not exists asked_at timestamptz;
