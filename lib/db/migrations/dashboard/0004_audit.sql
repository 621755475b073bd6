-- Who the audit speaks of. Apart from its events, so that a name can be erased while what happened stays.
create table if not exists audit_person (
  id uuid primary key default gen_random_uuid(),
  subject text not null unique check (length(subject) <= 255),
  name text check (length(name) <= 255),
  email text check (length(email) <= 320)
);

-- What happened, in a table that only grows: a month is dropped as a whole, by drop_audit_before alone.
create table if not exists audit_event (
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  outcome text not null check (outcome ~ '^[a-z_]{1,40}$'),
  person uuid,
  about uuid,
  roles text[] not null default '{}',
  address inet,
  instance text not null check (length(instance) <= 100),
  request_id text check (length(request_id) <= 100),
  details jsonb not null default '{}' check (octet_length(details::text) <= 2000),
  primary key (at, id)
) partition by range (at);
create index if not exists audit_event_kind on audit_event (kind, at);
create index if not exists audit_event_person on audit_event (person, at);
create index if not exists audit_event_about on audit_event (about, at) where about is not null;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit only grows: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create or replace trigger audit_event_only_grows before update or delete or truncate on audit_event
  for each statement execute function refuse_audit_change();

-- What belongs to no month that was made goes here, so that nothing can fail to be written.
create table if not exists audit_event_default partition of audit_event default;
create or replace trigger audit_event_only_grows before update or delete or truncate on audit_event_default
  for each statement execute function refuse_audit_change();

-- Makes the partitions of so many months from that of a day on, those that are missing, and tells how many they were.
-- A month whose events stand in the default partition already goes on there.
create or replace function make_audit_partitions(from_day date, months int) returns int
  language plpgsql security definer set search_path from current set lock_timeout = '2s' as $$
declare
  owned text := current_schema();
  made int := 0;
  starts date;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit partitions ' || owned, 0));
  for starts in select date_trunc('month', from_day::timestamp)::date + make_interval(months => number)
    from generate_series(0, least(months, 120) - 1) as number
  loop
    part := 'audit_event_' || to_char(starts, 'YYYY_MM');
    continue when to_regclass(format('%I.%I', owned, part)) is not null;
    begin
      execute format('create table %I.%I partition of %I.audit_event for values from (%L) to (%L)', owned, part, owned,
        starts || ' 00:00:00+00', (starts + interval '1 month')::date || ' 00:00:00+00');
      execute format('create trigger audit_event_only_grows before update or delete or truncate on %I.%I
        for each statement execute function %I.refuse_audit_change()', owned, part, owned);
      made := made + 1;
    exception when check_violation then null;
    end;
  end loop;
  return made;
end $$;

-- Drops the months that were over before a day, 30 days ago or more, with the names of those who are in no other, and
-- tells how many tables they were.
create or replace function drop_audit_before(day date) returns int
  language plpgsql security definer set search_path from current set lock_timeout = '2s' as $$
declare
  owned text := current_schema();
  dropped int := 0;
  part text;
  is_over boolean;
begin
  if day is null or day > current_date - 30 then
    raise exception 'Nothing of the last 30 days is dropped from the audit.' using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit partitions ' || owned, 0));
  for part in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = format('%I.audit_event', owned)::regclass and relname ~ '^audit_event_\d{4}_\d{2}$'
  loop
    continue when to_date(right(part, 7), 'YYYY_MM') + interval '1 month' > day;
    execute format('drop table %I.%I', owned, part);
    dropped := dropped + 1;
  end loop;
  execute format('select max(at) < %L from %I.audit_event_default', day || ' 00:00:00+00', owned) into is_over;
  if is_over then
    execute format('drop table %I.audit_event_default', owned);
    execute format('create table %I.audit_event_default partition of %I.audit_event default', owned, owned);
    execute format('create trigger audit_event_only_grows before update or delete or truncate on %I.audit_event_default
      for each statement execute function %I.refuse_audit_change()', owned, owned);
    dropped := dropped + 1;
  end if;
  execute format('delete from %I.audit_person where not exists (
    select 1 from %I.audit_event where audit_person.id in (person, about))', owned, owned);
  return dropped;
end $$;
revoke all on function make_audit_partitions(date, int), drop_audit_before(date) from public;

select make_audit_partitions((now() at time zone 'UTC')::date, 3);
