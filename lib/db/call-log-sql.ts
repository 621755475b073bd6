/** The database's clock, or milliseconds since 1970 that a test passes in its place. */
const clockAt = (parameter: number) =>
  `coalesce(to_timestamp($${parameter}::float8 / 1000), clock_timestamp())`

/** The quoted names of a call log's tables and functions. */
export interface CallLogNames {
  readonly log: string
  readonly calls: string
  readonly demand: string
  readonly callTime: string
  readonly take: string
}

/**
 * Leaves free what other persons may need: enough for half of all calls, as far as their shares go, at
 * least a twentieth, and as many as they will request until each call in use leaves, at their rate in the
 * window so far.
 */
const keepOthersShare = ({ calls }: CallLogNames) => `
      select coalesce(sum(held) filter (where held < share), 0),
          coalesce(sum(greatest(0, share - held)), 0)
        into others, missing from (select count(*) as held from ${calls}
          where client_id = log.client_id and owner is not null group by owner) as each;
      wanted := case when lane = 4 then greatest(least(half - others, missing), most / 20) else 0 end;
      if free <= wanted then return least(own_at, leave); end if;
      per_second := others / extract(epoch from greatest(span - (leave - now_at), span / 10));
      select bool_or(free - wanted - 2 + slot
          < per_second * extract(epoch from least(leaves_at, now_at + span) - now_at))
        into is_short from (select leaves_at, row_number() over (order by leaves_at) as slot
          from ${calls} where client_id = log.client_id) as each;
      if is_short then return least(own_at, leave, now_at + pace / 2); end if;`

/** When the background's reserve lets a call go: at once while a fifth of the limit is free, else one by one. */
const findReserveTime = ({ calls }: CallLogNames) => `
      own_at := case when used < most - spare then room
        else greatest(room, log.background_at + 8 * pace) end;
      if background >= reserved then
        select greatest(own_at, least(leaves_at, now_at + span)) into own_at from ${calls} as call
          where client_id = log.client_id and call.lane <> 'person'
          order by leaves_at offset background - reserved limit 1;
      end if;`

/** Beyond its reserve, while people call, the background has half of all calls, at half of the pace, and leaves a fifth free. */
const useWhatPeopleLeave = ({ calls }: CallLogNames) => `
      if background >= half or free <= spare then
        select leaves_at into leave from ${calls} as call
          where client_id = log.client_id and (call.lane <> 'person' or background < half)
          order by leaves_at
          offset case when background < half then spare - free else background - half end
          limit 1;
        return least(own_at, leave, now_at + span, log.person_at + span);
      end if;
      free := free - spare;
      min_pace := 2 * pace;`

/**
 * When a call of a queue class may go: `lane` is 1 to 3 for person, export and sync, 4 for persons over
 * their share. `kept` calls are reserved for the background, and for `stands_back` others go first.
 * `lib/platform/governor/call-log.db.test.ts` has each rule. PostgreSQL cannot rename the parameters of a
 * function that is there.
 */
export const createCallTime = (names: CallLogNames) => {
  const { log, calls, callTime } = names
  return `
  drop function if exists ${callTime}(${log}, int, int, int, interval, timestamptz, bool, interval);
  create or replace function ${callTime}(log ${log}, lane int, most int, share int, reserved int,
    kept int, span interval, now_at timestamptz, stands_back interval, later interval)
    returns timestamptz language plpgsql as $call_time$
  declare
    half constant int := most / 2;
    spare constant int := most / 5;
    pace constant interval := span / most;
    free int; used int; background int; others int; missing int; wanted int;
    per_second float8; is_short bool; min_pace interval := 0.9 * pace;
    leave timestamptz; room timestamptz := now_at; last timestamptz; own_at timestamptz := 'infinity';
  begin
    select count(*), count(*) filter (where call.lane <> 'person'), min(leaves_at)
      into used, background, leave from ${calls} as call where client_id = log.client_id;
    free := most - kept - used;
    if free <= 0 then
      select least(leaves_at, now_at + span) into room from ${calls} as call
        where client_id = log.client_id and (kept = 0 or call.lane = 'person')
        order by leaves_at offset -free limit 1;
    end if;
    room := greatest(room, log.paused_until);
    if reserved > 0 then
      ${findReserveTime(names)}
    end if;
    if stands_back > interval '0' then return least(own_at, room + stands_back); end if;
    if room > now_at then return least(own_at, room + later); end if;
    if lane = 1 then return now_at; end if;
    leave := least(leave, now_at + span);
    if lane > 1 and lane < 4 and log.person_at + span > now_at then
      ${useWhatPeopleLeave(names)}
      share := greatest(1, most / 10);
    elsif lane < 4 and used < greatest(reserved, 1) then return now_at;
    end if;
    if lane = 4 or min_pace > pace then
      ${keepOthersShare(names)}
    end if;
    last := greatest(case lane when 4 then log.behind_at else log.background_at end, now_at - span);
    return least(own_at, greatest(last + min_pace,
      least(last + (leave - last) / free, leave - 1.5 * pace)));
  end $call_time$;`
}

export const takeCalls = ({ take }: CallLogNames) => `select ${take}($1, $2) as taking`

/** Values: client, id, milliseconds, clock. */
export const endCall = ({ calls }: CallLogNames) => `
  update ${calls} set leaves_at = least(leaves_at, ${clockAt(4)} + $3 * interval '1 ms')
  where client_id = $1 and id = $2`

export const giveBackCall = ({ calls }: CallLogNames) =>
  `delete from ${calls} where client_id = $1 and id = $2`

/** Values: client, milliseconds, an epoch for a log that is not there yet, clock. */
export const pauseCalls = ({ log }: CallLogNames) => `
  insert into ${log} as known (client_id, epoch, created_at, seen_at, paused_until)
    select $1, $3, at, at, at + $2 * interval '1 ms' from (select ${clockAt(4)} as at) as clock
  on conflict (client_id) do update
    set paused_until = greatest(known.paused_until, excluded.paused_until)`

/** Values: client, limit, milliseconds of the window, instance, clock, how many calls are reserved for the background. */
export const readCallsSql = ({ log, calls, demand }: CallLogNames) => `
  with clock as (select ${clockAt(5)} as at),
  live as (
    select lane, least(leaves_at, at + $3 * interval '1 ms') - at as leaves,
      row_number() over (order by leaves_at desc) as slot,
      row_number() over (partition by lane = 'person' order by leaves_at desc) as slot_in_kind
    from ${calls}, clock where client_id = $1 and leaves_at > at
  ),
  reserve as (
    select $6::int > count(*) filter (where lane <> 'person') and exists (
      select 1 from ${demand} where client_id = $1 and waiting[2] + waiting[3] > 0
        and ends_at > (select at from clock)) as holds from live
  ),
  waits as (
    select coalesce((select leaves from live, reserve where case when holds
        then lane = 'person' and slot_in_kind = $2 - $6 else slot = $2 end), interval '0') as room,
      coalesce((select greatest(paused_until - at, interval '0') from ${log}, clock
        where client_id = $1 and paused_until > at), interval '0') as paused
  )
  select array(select count(*) filter (where lane = wanted)::int
      from unnest('{person,export,sync}'::text[]) with ordinality as each(wanted, number)
      left join live on true group by number order by number) as used,
    array(select coalesce(sum(waiting[number]
        + case number when 1 then coalesce(waiting[4], 0) else 0 end), 0)::int
      from generate_series(1, 3) as number
      left join ${demand} on client_id = $1 and instance <> $4 and ends_at > (select at from clock)
      group by number order by number) as waiting,
    ceil(extract(epoch from greatest(room, paused)) * 1000)::float8 as free_in_ms,
    ceil(extract(epoch from paused) * 1000)::float8 as paused_ms
  from waits`
