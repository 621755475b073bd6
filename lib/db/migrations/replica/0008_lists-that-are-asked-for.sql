-- Copies take what the quota leaves idle (lib/db/call-log.ts): they have no budget of their own any more.
drop table if exists sync_budget;

-- When somebody last looked at what the list is part of, before it was complete.
alter table sync_list add column if not exists asked_at timestamptz;

-- Operations of whose lists all have been there once.
create table if not exists sync_operation (
  operation text primary key,
  completed_at timestamptz not null default now()
);
