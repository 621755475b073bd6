-- What of a copy was compared with the platform, and when: intervals of its key that follow each other, from the
-- first record (an empty lower) to the last (no upper). A list without any was compared as a whole at its checked_at.
create table if not exists sync_checked (
  list uuid not null references sync_list on delete cascade,
  lower text collate "C" not null,
  upper text collate "C",
  checked_at timestamptz not null,
  is_suspect bool not null default false,
  primary key (list, lower)
);

-- Up to when a list has used its share of the calls for checks.
alter table sync_list add column if not exists check_counted_at timestamptz;

-- A segment that only compares ends after so many pages, wherever it is; and when it was planned, by the program's clock.
alter table sync_segment add column if not exists max_pages int,
  add column if not exists planned_at timestamptz;

-- Calls that only compare, of all lists, by the hour.
create table if not exists sync_check_calls (
  hour timestamptz primary key,
  calls int8 not null
);
