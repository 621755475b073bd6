-- The run under way of a list, what of it is read, and the runs before it, the newest first.
alter table sync_list add column if not exists run jsonb,
  add column if not exists history jsonb not null default '[]';

-- The version before still uses sync_run, sync_segment, sync_open_row and sync_list.is_outdated.
