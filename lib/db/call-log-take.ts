import type { CallLogNames } from "./call-log-sql"

/** Detects a log that lost calls by what the caller knows of it, and then pauses until all that may be missing have left. */
const openLog = ({ log, calls, demand }: CallLogNames) => `
    insert into ${log} (client_id, epoch, created_at, seen_at)
      select client, asked->>'newEpoch', coalesce(set_clock, clock_timestamp()),
        coalesce(set_clock, clock_timestamp())
      on conflict do nothing;
    select * into strict log from ${log} where client_id = client for update;
    now_at := coalesce(set_clock, clock_timestamp());
    if log.seen_at > now_at then
      log.paused_until := log.paused_until - (log.seen_at - now_at);
      log.person_at := log.person_at - (log.seen_at - now_at);
      log.background_at := log.background_at - (log.seen_at - now_at);
      log.behind_at := log.behind_at - (log.seen_at - now_at);
      delete from ${demand} where client_id = client;
    end if;
    if log.epoch <> asked->>'knownEpoch' and asked->>'knownEpoch' <> '' then
      log.paused_until := greatest(log.paused_until, least(log.created_at, now_at) + flight + span);
    elsif log.epoch = asked->>'knownEpoch' and log.last_number < (asked->>'knownNumber')::int8 then
      log.paused_until := greatest(log.paused_until, now_at + flight + span);
      log.last_number := (asked->>'knownNumber')::int8;
    end if;
    if demands[1] > coalesce((asked->>'quiet')::int, 0) then log.person_at := now_at; end if;
    delete from ${calls} where client_id = client and leaves_at <= now_at;
    update ${calls} set leaves_at = now_at + flight + span
      where client_id = client and leaves_at > now_at + flight + span;`

/** Reads who waits elsewhere: higher priorities go first, and of the instances in one queue class the one served longest ago. */
const readDemand = ({ demand }: CallLogNames) => `
    delete from ${demand} where client_id = client and ends_at <= now_at;
    select coalesce(max(served_at), '-infinity'), max(ends_at) into served, known_until from ${demand}
      where client_id = client and instance = asked->>'instance';
    select array[coalesce(sum(waiting[1]), 0), coalesce(sum(waiting[2]), 0), coalesce(sum(waiting[3]), 0)]
      into elsewhere from ${demand}
      where client_id = client and instance <> asked->>'instance';`

/**
 * A person over their share is in class 4, though their own instance may still count them in class 1. Once
 * half of the calls are used, each person's share is the limit divided by those who called. A class yields
 * to other instances until these have come, to its own instance until that sends its next request.
 */
const findClass = ({ calls, demand }: CallLogNames) => `
      quota_owner := nullif(asked->'owners'->>cardinality(ids), '');
      queue_class := lane;
      share := (asked->>'share')::int;
      kept_free := 0;
      select count(*), count(*) filter (where call.lane <> 'person'),
          count(*) filter (where owner = quota_owner), count(distinct owner) filter (where owner is distinct from quota_owner)
        into used, background, owner_calls, others from ${calls} as call where client_id = client;
      if demands[2] + demands[3] + elsewhere[2] + elsewhere[3] > 0 then
        kept_free := greatest(0, reserved - background);
      end if;
      if used >= most / 2 and share is not null then
        share := least(share, greatest(1, ceil((most - reserved)::float8 / (others + 1))));
      end if;
      if quota_owner is not null and owner_calls >= share then queue_class := 4; end if;
      stands_back := case
        when queue_class in (2, 3) and demands[1] > 0 or queue_class = 3 and demands[2] > 0 then span
        when queue_class > 1 and elsewhere[1] > 0 or queue_class = 3 and elsewhere[2] > 0
        then interval '100 ms' else interval '0' end;
      select interval '20 ms' * count(*) into later from ${demand} where client_id = client
        and instance <> asked->>'instance' and waiting[queue_class] > 0 and served_at < served;`

/** Of the background's reserve exports take before syncs. */
const reserveOf = `
        case when queue_class = 2 or queue_class = 3 and demands[2] + elsewhere[2] = 0 then reserved else 0 end`

const leaveDemand = `
      demand_index := case when queue_class = 1 and demands[1] = 0 then 4
        when queue_class = 4 and demands[4] = 0 then 1 else queue_class end;
      demands[demand_index] := greatest(0, demands[demand_index] - 1);`

const countOwners = ({ calls }: CallLogNames) => `
      (select coalesce(json_object_agg(wanted, (select count(*) from ${calls} as call
        where client_id = client and call.owner = wanted)), '{}') from (select distinct wanted
        from json_array_elements_text(asked->'owners') as wanted where wanted <> '') as each)`

/** The function that takes calls or refuses them: JSON in, JSON out, so that its signature stays when its request grows. Parameters of a function that is there cannot be renamed. */
export const createTake = (names: CallLogNames) => `
  create or replace function ${names.take}(client text, asked json) returns json
  language plpgsql as $take$
  declare
    lane constant int := array_position('{person,export,sync}', asked->>'lane');
    span constant interval := (asked->>'windowMs')::float8 * interval '1 ms';
    flight constant interval := (asked->>'flightMs')::float8 * interval '1 ms';
    set_clock constant timestamptz := to_timestamp((asked->>'clock')::float8 / 1000);
    demands int[] := array(select json_array_elements_text(asked->'demand')::int);
    log ${names.log}; now_at timestamptz; ready_at timestamptz; served timestamptz;
    known_until timestamptz;
    elsewhere int[]; later interval; ids text[] := '{}'; leaves float8[] := '{}';
    most constant int := (asked->>'limit')::int;
    reserved constant int := coalesce((asked->>'reserved')::int, 0);
    quota_owner text; queue_class int; demand_index int; share int; kept_free int; stands_back interval;
    used int; background int; owner_calls int; others int;
  begin
    ${openLog(names)}
    ${readDemand(names)}
    while cardinality(ids) < (asked->>'count')::int loop
      ${findClass(names)}
      ready_at := ${names.callTime}(log, queue_class, most, share, ${reserveOf},
        case when queue_class in (2, 3) then 0 else kept_free end, span, now_at, stands_back, later);
      exit when ready_at > now_at;
      log.last_number := log.last_number + 1;
      ids := ids || (log.epoch || ':' || log.last_number);
      insert into ${names.calls}
        values (client, ids[cardinality(ids)], asked->>'lane', now_at + flight + span, quota_owner);
      if queue_class = 4 then log.behind_at := now_at; end if;
      if queue_class in (2, 3) then log.background_at := now_at; end if;
      ${leaveDemand}
      served := now_at;
    end loop;
    update ${names.log} set (seen_at, last_number, paused_until, person_at, background_at, behind_at)
      = (now_at, log.last_number, log.paused_until, log.person_at, log.background_at, log.behind_at)
      where client_id = client;
    insert into ${names.demand} values (client, asked->>'instance', demands,
        case when queue_class > 1 and demands[1] > 0 then greatest(known_until, now_at + interval '1 s')
          else greatest(ready_at, now_at)
            + case when 0 = all (demands) then span else interval '1 s' end end,
        served)
      on conflict (client_id, instance) do update set waiting = excluded.waiting,
        ends_at = excluded.ends_at, served_at = excluded.served_at;
    if ready_at > now_at then
      leaves := array(select ceil(extract(epoch from least(leaves_at, now_at + span) - now_at) * 1000)
        from ${names.calls} where client_id = client order by leaves_at limit 500);
    end if;
    if ids = '{}' then perform set_config('synchronous_commit', 'off', true); end if;
    return json_build_object('epoch', log.epoch, 'number', log.last_number, 'ids', ids,
      'waitMs', greatest(0, ceil(extract(epoch from ready_at - now_at) * 1000)),
      'leavesMs', leaves, 'elsewhere', elsewhere, 'share', share, 'calls', ${countOwners(names)});
  end $take$;`
