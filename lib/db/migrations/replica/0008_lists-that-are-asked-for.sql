-- When somebody last looked at what the list is part of, before it was complete.
alter table sync_list add column if not exists asked_at timestamptz;

-- Operations of whose lists all have been there once.
create table if not exists sync_operation (
  operation text primary key,
  completed_at timestamptz not null default now()
);

-- Copies take what the quota leaves idle, and lists are compared as a whole: the version before still uses
-- sync_budget, sync_checked, sync_check_calls, sync_list.check_counted_at, sync_segment.max_pages and planned_at.
