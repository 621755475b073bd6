-- Dropping months of the audit forgets who is in no other. Names are looked for where months were dropped, and by the
-- indexes of the events: before, all events were read for each name, every day. A function that another role owns
-- (docs/audit.md) is that role's to replace, and works as it is.
do $migration$
begin
  if not pg_has_role(current_user, (
    select proowner from pg_proc where oid = 'drop_audit_before(date)'::regprocedure), 'usage')
  then return;
  end if;
  execute $definition$
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
      if dropped > 0 then
        execute format('delete from %1$I.audit_person
          where not exists (select 1 from %1$I.audit_event where person = audit_person.id)
            and not exists (select 1 from %1$I.audit_event where about = audit_person.id)', owned);
      end if;
      return dropped;
    end $$;
  $definition$;
end $migration$;
