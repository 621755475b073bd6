-- Lists that are copied without anybody's order have a rank, the lowest first.
alter table sync_list add column if not exists rank int2;

-- How many calls automatic copies may make at a moment; it fills by itself.
create table if not exists sync_budget (
  id bool primary key default true check (id),
  calls float8 not null,
  counted_at timestamptz not null default clock_timestamp()
);
