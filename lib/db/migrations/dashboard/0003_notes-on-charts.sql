-- What people write beside days of a data set: for themselves, or for everybody of a role.
create table if not exists chart_note (
  id uuid primary key default gen_random_uuid(),
  data_set uuid not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  text text not null,
  owner text not null,
  owner_name text,
  role text,
  written_at timestamptz not null default clock_timestamp()
);
create index if not exists chart_note_data_set on chart_note (data_set, from_day);
