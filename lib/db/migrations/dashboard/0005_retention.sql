-- What is removed when it is older than it is to be kept, each kind one instance's while its lease lasts, and what
-- its last round has removed in how long.
create table if not exists retention_work (
  kind text primary key,
  due_at timestamptz not null default clock_timestamp(),
  leased_by uuid,
  leased_until timestamptz,
  ended_at timestamptz,
  rows int8,
  busy_ms int8
);

-- What is removed is found by these. Where there are many rows they are built in the background (`laterIndexes`).
do $$ begin
  perform from answer offset 1000 limit 1;
  if not found then create index if not exists answer_kept_until on answer (kept_until); end if;
  perform from recent_record offset 1000 limit 1;
  if not found then create index if not exists recent_record_opened on recent_record (opened_at); end if;
end $$;
