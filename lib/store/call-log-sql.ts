/** The database's clock, or milliseconds since 1970 that a test gives in its place. */
const clockAt = (place: number) =>
  `coalesce(to_timestamp($${place}::float8 / 1000), clock_timestamp())`

/** Where the parts of a call log stand, quoted. */
export interface CallLogNames {
  readonly log: string
  readonly calls: string
  readonly demand: string
  readonly turn: string
  readonly take: string
}

export const createTables = ({ log, calls, demand }: CallLogNames) => `
  create table if not exists ${log} (
    client_id text primary key,
    epoch text not null,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    last_number int8 not null default 0,
    paused_until timestamptz not null default '-infinity',
    person_at timestamptz not null default '-infinity',
    background_at timestamptz not null default '-infinity'
  ) with (fillfactor = 50);
  create table if not exists ${calls} (
    client_id text not null,
    id text not null,
    lane text not null,
    leaves_at timestamptz not null,
    owner text,
    primary key (client_id, id)
  );
  alter table ${calls} add column if not exists owner text;
  create index if not exists call_log_call_leaves on ${calls} (client_id, leaves_at);
  create table if not exists ${demand} (
    client_id text not null,
    instance text not null,
    waiting int[] not null,
    ends_at timestamptz not null,
    served_at timestamptz not null,
    primary key (client_id, instance)
  );`

/** Everybody else who called is left as many calls as the share, half of all at most; the rest is free. */
const leaveOthersTheirShare = ({ calls }: CallLogNames) => `
      select sum(case when owner is null then held else greatest(held, share) end),
          min(case when owner is null or held >= share then first else latest end)
        into claimed, last from (select owner, count(*) as held, min(leaves_at) as first,
          max(leaves_at) as latest from ${calls} where client_id = log.client_id group by owner) as each;
      claimed := least(claimed, used + half);
      if claimed >= most then return least(last, now_at + span); end if;`

/** When a call of the lane, or as lane 4 of a person who is behind, may go; see `lib/upstream/governor/call-log.test.ts` for each rule. */
export const createTurn = (names: CallLogNames) => {
  const { log, calls, turn } = names
  return `
  create or replace function ${turn}(log ${log}, lane int, most int, share int, span interval,
    now_at timestamptz, others_first bool, later interval) returns timestamptz language plpgsql as $turn$
  declare
    half constant int := most / 2;
    spare constant int := most / 5;
    claimed int;
    pace constant interval := span / most;
    used int; background int; leave timestamptz; room timestamptz := now_at; last timestamptz;
  begin
    select count(*), count(*) filter (where call.lane <> 'person'), min(leaves_at)
      into used, background, leave from ${calls} as call where client_id = log.client_id;
    if used >= most then
      select least(leaves_at, now_at + span) into room from ${calls}
        where client_id = log.client_id order by leaves_at offset used - most limit 1;
    end if;
    room := greatest(room, log.paused_until);
    if others_first then return room + interval '100 ms'; end if;
    if room > now_at then return room + later; end if;
    if lane = 1 then return now_at; end if;
    if lane = 4 then
      ${leaveOthersTheirShare(names)}
    elsif log.person_at + span > now_at then
      if background < half and used < most - spare then return now_at; end if;
      select leaves_at into leave from ${calls} as call
        where client_id = log.client_id and (call.lane <> 'person' or background < half)
        order by leaves_at
        offset case when background < half then used - most + spare else background - half end
        limit 1;
      return least(leave, now_at + span, log.person_at + span);
    elsif used < half then return now_at;
    end if;
    leave := least(leave, now_at + span);
    last := greatest(log.background_at, now_at - span);
    return greatest(last + pace,
      least(last + (leave - last) / (most - used), leave - 1.5 * pace));
  end $turn$;`
}

export const takeCalls = ({ take }: CallLogNames) => `select ${take}($1, $2) as taking`

/** Values: client, id, milliseconds, clock. */
export const settleCall = ({ calls }: CallLogNames) => `
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

/** Values: client, limit, milliseconds of the window, instance, clock. */
export const readCalls = ({ log, calls, demand }: CallLogNames) => `
  with clock as (select ${clockAt(5)} as at),
  live as (
    select lane, least(leaves_at, at + $3 * interval '1 ms') - at as leaves,
      row_number() over (order by leaves_at desc) as place
    from ${calls}, clock where client_id = $1 and leaves_at > at
  ),
  waits as (
    select coalesce((select leaves from live where place = $2), interval '0') as room,
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
