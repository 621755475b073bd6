-- Copies take what the quota leaves idle (lib/db/call-log.ts): they have no budget of their own any more.
drop table if exists sync_budget;

-- When somebody last looked at what the list is part of, before it was complete.
alter table sync_list add column if not exists asked_at timestamptz;

-- Operations of whose lists all have been there once.
create table if not exists sync_operation (
  operation text primary key,
  completed_at timestamptz not null default now()
);

-- Lists are compared as a whole once a week, and not in parts any more.
drop table if exists sync_checked, sync_check_calls;
alter table sync_list drop column if exists check_counted_at;
alter table sync_segment drop column if exists max_pages, drop column if exists planned_at;
