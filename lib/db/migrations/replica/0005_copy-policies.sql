-- How the lists of an operation are copied, where an administrator has said so. Null: as often as the rules say,
-- and rows of any age.
create table if not exists sync_policy (
  operation text primary key,
  is_copied bool not null default true,
  every_minutes int check (every_minutes between 5 and 10080),
  retention_days int check (retention_days > 0)
);

-- Rows dated before it are not kept. Null: all are.
alter table sync_list add column if not exists kept_from timestamptz;

-- Calls of runs that have ended, by the hour of their end; they outlive their lists.
create table if not exists sync_calls (
  hour timestamptz not null,
  operation text not null,
  calls int8 not null,
  primary key (hour, operation)
);
insert into sync_calls (hour, operation, calls)
  select date_trunc('hour', ended_at, 'UTC'), operation, sum(calls)
  from sync_run join sync_list on sync_list.id = sync_run.list
  where ended_at is not null and calls > 0
  group by 1, 2
  on conflict do nothing;
