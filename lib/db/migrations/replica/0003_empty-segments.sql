-- No row of the segment was there when it was planned: what lies behind its open key is not looked for.
alter table sync_segment add column if not exists is_empty bool not null default false;
