-- What the last version before numbered migrations ran, in this order, each time that it started.

create table if not exists keyed_document (
    kind text not null,
    id text not null,
    document text not null,
    alias text,
    group_id text,
    expires_at timestamptz,
    consumed_at timestamptz,
    primary key (kind, id)
  );
  create index if not exists keyed_document_alias on keyed_document (kind, alias);
  create index if not exists keyed_document_group on keyed_document (group_id);
  create index if not exists keyed_document_expiry on keyed_document (expires_at);

create unlogged table if not exists answer_tag (
    tag text primary key,
    generation uuid not null
  );
  create unlogged table if not exists answer (
    key text primary key,
    tag text not null,
    generation uuid not null,
    body text not null,
    bytes int not null,
    as_of float8 not null,
    stored_at timestamptz not null,
    fresh_until timestamptz not null,
    stale_until timestamptz not null,
    kept_until timestamptz not null
  );
  alter table answer alter column body set storage external;
  create index if not exists answer_tag_index on answer (tag);
  create unlogged table if not exists answer_claim (
    key text primary key,
    id uuid not null,
    generation uuid not null,
    until timestamptz not null
  );

create table if not exists call_log (
    client_id text primary key,
    epoch text not null,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    last_number int8 not null default 0,
    paused_until timestamptz not null default '-infinity',
    person_at timestamptz not null default '-infinity',
    background_at timestamptz not null default '-infinity'
  ) with (fillfactor = 50);
  alter table call_log add column if not exists behind_at timestamptz not null default '-infinity';
  create table if not exists call_log_call (
    client_id text not null,
    id text not null,
    lane text not null,
    leaves_at timestamptz not null,
    owner text,
    primary key (client_id, id)
  );
  alter table call_log_call add column if not exists owner text;
  create index if not exists call_log_call_leaves on call_log_call (client_id, leaves_at);
  create table if not exists call_log_demand (
    client_id text not null,
    instance text not null,
    waiting int[] not null,
    ends_at timestamptz not null,
    served_at timestamptz not null,
    primary key (client_id, instance)
  );
  drop function if exists call_turn(call_log, int, int, int, interval, timestamptz, bool, interval);
  create or replace function call_turn(log call_log, lane int, most int, share int, reserved int,
    kept int, span interval, now_at timestamptz, stands_back interval, later interval)
    returns timestamptz language plpgsql as $turn$
  declare
    half constant int := most / 2;
    spare constant int := most / 5;
    pace constant interval := span / most;
    free int; used int; background int; others int; missing int; wanted int;
    per_second float8; is_short bool; least_pace interval := 0.9 * pace;
    leave timestamptz; room timestamptz := now_at; last timestamptz; own_at timestamptz := 'infinity';
  begin
    select count(*), count(*) filter (where call.lane <> 'person'), min(leaves_at)
      into used, background, leave from call_log_call as call where client_id = log.client_id;
    free := most - kept - used;
    if free <= 0 then
      select least(leaves_at, now_at + span) into room from call_log_call as call
        where client_id = log.client_id and (kept = 0 or call.lane = 'person')
        order by leaves_at offset -free limit 1;
    end if;
    room := greatest(room, log.paused_until);
    if reserved > 0 then
      own_at := case when used < most - spare then room
        else greatest(room, log.background_at + 8 * pace) end;
      if background >= reserved then
        select greatest(own_at, least(leaves_at, now_at + span)) into own_at from call_log_call as call
          where client_id = log.client_id and call.lane <> 'person'
          order by leaves_at offset background - reserved limit 1;
      end if;
    end if;
    if stands_back > interval '0' then return least(own_at, room + stands_back); end if;
    if room > now_at then return least(own_at, room + later); end if;
    if lane = 1 then return now_at; end if;
    leave := least(leave, now_at + span);
    if lane > 1 and lane < 4 and log.person_at + span > now_at then
      if background >= half or free <= spare then
        select leaves_at into leave from call_log_call as call
          where client_id = log.client_id and (call.lane <> 'person' or background < half)
          order by leaves_at
          offset case when background < half then spare - free else background - half end
          limit 1;
        return least(own_at, leave, now_at + span, log.person_at + span);
      end if;
      free := free - spare;
      least_pace := 2 * pace;
      share := greatest(1, most / 10);
    elsif lane < 4 and used < greatest(reserved, 1) then return now_at;
    end if;
    if lane = 4 or least_pace > pace then
      select coalesce(sum(held) filter (where held < share), 0),
          coalesce(sum(greatest(0, share - held)), 0)
        into others, missing from (select count(*) as held from call_log_call
          where client_id = log.client_id and owner is not null group by owner) as each;
      wanted := case when lane = 4 then greatest(least(half - others, missing), most / 20) else 0 end;
      if free <= wanted then return least(own_at, leave); end if;
      per_second := others / extract(epoch from greatest(span - (leave - now_at), span / 10));
      select bool_or(free - wanted - 2 + place
          < per_second * extract(epoch from least(leaves_at, now_at + span) - now_at))
        into is_short from (select leaves_at, row_number() over (order by leaves_at) as place
          from call_log_call where client_id = log.client_id) as each;
      if is_short then return least(own_at, leave, now_at + pace / 2); end if;
    end if;
    last := greatest(case lane when 4 then log.behind_at else log.background_at end, now_at - span);
    return least(own_at, greatest(last + least_pace,
      least(last + (leave - last) / free, leave - 1.5 * pace)));
  end $turn$;
  create or replace function take_calls(client text, asked json) returns json
  language plpgsql as $take$
  declare
    lane constant int := array_position('{person,export,sync}', asked->>'lane');
    span constant interval := (asked->>'windowMs')::float8 * interval '1 ms';
    flight constant interval := (asked->>'flightMs')::float8 * interval '1 ms';
    set_clock constant timestamptz := to_timestamp((asked->>'clock')::float8 / 1000);
    demands int[] := array(select json_array_elements_text(asked->'demand')::int);
    log call_log; now_at timestamptz; ready_at timestamptz; served timestamptz;
    known_until timestamptz;
    elsewhere int[]; later interval; ids text[] := '{}'; leaves float8[] := '{}';
    most constant int := (asked->>'limit')::int;
    reserved constant int := coalesce((asked->>'reserved')::int, 0);
    payer text; turn int; place int; share int; kept int; stands_back interval;
    used int; background int; held int; others int;
  begin
    insert into call_log (client_id, epoch, created_at, seen_at)
      select client, asked->>'newEpoch', coalesce(set_clock, clock_timestamp()),
        coalesce(set_clock, clock_timestamp())
      on conflict do nothing;
    select * into strict log from call_log where client_id = client for update;
    now_at := coalesce(set_clock, clock_timestamp());
    if log.seen_at > now_at then
      log.paused_until := log.paused_until - (log.seen_at - now_at);
      log.person_at := log.person_at - (log.seen_at - now_at);
      log.background_at := log.background_at - (log.seen_at - now_at);
      log.behind_at := log.behind_at - (log.seen_at - now_at);
      delete from call_log_demand where client_id = client;
    end if;
    if log.epoch <> asked->>'knownEpoch' and asked->>'knownEpoch' <> '' then
      log.paused_until := greatest(log.paused_until, least(log.created_at, now_at) + flight + span);
    elsif log.epoch = asked->>'knownEpoch' and log.last_number < (asked->>'knownNumber')::int8 then
      log.paused_until := greatest(log.paused_until, now_at + flight + span);
      log.last_number := (asked->>'knownNumber')::int8;
    end if;
    if demands[1] > coalesce((asked->>'quiet')::int, 0) then log.person_at := now_at; end if;
    delete from call_log_call where client_id = client and leaves_at <= now_at;
    update call_log_call set leaves_at = now_at + flight + span
      where client_id = client and leaves_at > now_at + flight + span;
    delete from call_log_demand where client_id = client and ends_at <= now_at;
    select coalesce(max(served_at), '-infinity'), max(ends_at) into served, known_until from call_log_demand
      where client_id = client and instance = asked->>'instance';
    select array[coalesce(sum(waiting[1]), 0), coalesce(sum(waiting[2]), 0), coalesce(sum(waiting[3]), 0)]
      into elsewhere from call_log_demand
      where client_id = client and instance <> asked->>'instance';
    while cardinality(ids) < (asked->>'count')::int loop
      payer := nullif(asked->'owners'->>cardinality(ids), '');
      turn := lane;
      share := (asked->>'share')::int;
      kept := 0;
      select count(*), count(*) filter (where call.lane <> 'person'),
          count(*) filter (where owner = payer), count(distinct owner) filter (where owner is distinct from payer)
        into used, background, held, others from call_log_call as call where client_id = client;
      if demands[2] + demands[3] + elsewhere[2] + elsewhere[3] > 0 then
        kept := greatest(0, reserved - background);
      end if;
      if used >= most / 2 and share is not null then
        share := least(share, greatest(1, ceil((most - reserved)::float8 / (others + 1))));
      end if;
      if payer is not null and held >= share then turn := 4; end if;
      stands_back := case
        when turn in (2, 3) and demands[1] > 0 or turn = 3 and demands[2] > 0 then span
        when turn > 1 and elsewhere[1] > 0 or turn = 3 and elsewhere[2] > 0
        then interval '100 ms' else interval '0' end;
      select interval '20 ms' * count(*) into later from call_log_demand where client_id = client
        and instance <> asked->>'instance' and waiting[turn] > 0 and served_at < served;
      ready_at := call_turn(log, turn, most, share,
        case when turn = 2 or turn = 3 and demands[2] + elsewhere[2] = 0 then reserved else 0 end,
        case when turn in (2, 3) then 0 else kept end, span, now_at, stands_back, later);
      exit when ready_at > now_at;
      log.last_number := log.last_number + 1;
      ids := ids || (log.epoch || ':' || log.last_number);
      insert into call_log_call
        values (client, ids[cardinality(ids)], asked->>'lane', now_at + flight + span, payer);
      if turn = 4 then log.behind_at := now_at; end if;
      if turn in (2, 3) then log.background_at := now_at; end if;
      place := case when turn = 1 and demands[1] = 0 then 4
        when turn = 4 and demands[4] = 0 then 1 else turn end;
      demands[place] := greatest(0, demands[place] - 1);
      served := now_at;
    end loop;
    update call_log set (seen_at, last_number, paused_until, person_at, background_at, behind_at)
      = (now_at, log.last_number, log.paused_until, log.person_at, log.background_at, log.behind_at)
      where client_id = client;
    insert into call_log_demand values (client, asked->>'instance', demands,
        case when turn > 1 and demands[1] > 0 then greatest(known_until, now_at + interval '1 s')
          else greatest(ready_at, now_at)
            + case when 0 = all (demands) then span else interval '1 s' end end,
        served)
      on conflict (client_id, instance) do update set waiting = excluded.waiting,
        ends_at = excluded.ends_at, served_at = excluded.served_at;
    if ready_at > now_at then
      leaves := array(select ceil(extract(epoch from least(leaves_at, now_at + span) - now_at) * 1000)
        from call_log_call where client_id = client order by leaves_at limit 500);
    end if;
    if ids = '{}' then perform set_config('synchronous_commit', 'off', true); end if;
    return json_build_object('epoch', log.epoch, 'number', log.last_number, 'ids', ids,
      'waitMs', greatest(0, ceil(extract(epoch from ready_at - now_at) * 1000)),
      'leavesMs', leaves, 'elsewhere', elsewhere, 'share', share, 'calls',
      (select coalesce(json_object_agg(wanted, (select count(*) from call_log_call as call
        where client_id = client and call.owner = wanted)), '{}') from (select distinct wanted
        from json_array_elements_text(asked->'owners') as wanted where wanted <> '') as each));
  end $take$;

create table if not exists saved_view (
    id uuid primary key default gen_random_uuid(),
    report text not null,
    owner text not null,
    owner_name text,
    name text not null,
    search text not null,
    role text,
    pinned boolean not null default false,
    changed_at timestamptz not null default clock_timestamp(),
    unique (report, owner, name)
  );
  alter table saved_view add column if not exists pinned boolean not null default false;
  create index if not exists saved_view_owner on saved_view (owner);
  create index if not exists saved_view_role on saved_view (report, role) where role is not null;
  create table if not exists default_view (
    report text not null,
    holder_kind text not null check (holder_kind in ('person', 'role')),
    holder text not null,
    view uuid not null references saved_view on delete cascade,
    primary key (report, holder_kind, holder)
  );
  create index if not exists default_view_view on default_view (view);
  create table if not exists hidden_view (
    person text not null,
    view uuid not null references saved_view on delete cascade,
    primary key (person, view)
  );
  create index if not exists hidden_view_view on hidden_view (view);

create table if not exists recent_record (
    person text not null,
    operation text not null,
    ids text[] not null,
    name text,
    opened_at timestamptz not null default clock_timestamp(),
    primary key (person, operation, ids)
  );

create table if not exists user_name (id uuid primary key, name text not null);
  create table if not exists user_names_upload (
    id int primary key check (id = 1),
    count int not null,
    uploaded_at timestamptz not null default clock_timestamp(),
    uploaded_by text
  );
  create or replace function name_pieces (whole text) returns text[]
    language sql immutable strict parallel safe as $$
      select array(
        select substr(lower(whole), at, 3) from generate_series(1, length(lower(whole)) - 2) as at
      )
    $$;
  create index if not exists user_name_pieces on user_name using gin (name_pieces(name));

create table if not exists department_name (
    id uuid primary key,
    name text not null,
    reading uuid,
    renamed_at timestamptz
  );
  alter table department_name add column if not exists parent_id uuid,
    add column if not exists type text,
    add column if not exists external_id text,
    add column if not exists city text;
  create table if not exists department_names_reading (
    one int primary key check (one = 1),
    id uuid not null default gen_random_uuid(),
    started_at timestamptz,
    renewed_at timestamptz,
    finished_at timestamptz,
    expired boolean not null default false
  );
  insert into department_names_reading (one) values (1) on conflict do nothing;

create table if not exists workspace_edit (
    place text primary key,
    position bigint generated always as identity,
    hidden boolean not null,
    name text not null,
    unit text,
    changed_by text not null,
    changed_at timestamptz not null default clock_timestamp()
  );
  create table if not exists workspace_revision (
    id int primary key check (id = 1),
    revision bigint not null
  );
  insert into workspace_revision values (1, 0) on conflict do nothing;

create table if not exists session (
    id text primary key,
    person text not null,
    name text,
    email text,
    roles text[] not null,
    tokens text not null,
    signed_in_at timestamptz not null default clock_timestamp(),
    used_at timestamptz not null default clock_timestamp(),
    confirmed_at timestamptz not null default clock_timestamp(),
    renewal_claimed_at timestamptz,
    ended_at timestamptz
  );
  create index if not exists session_person on session (person);
  create index if not exists session_sign_in on session (signed_in_at);

create table if not exists export_job (
    id uuid primary key default gen_random_uuid(),
    person text not null,
    order_text text not null,
    state text not null default 'running' check (state in ('running', 'paused', 'done', 'failed', 'cancelled')),
    place text,
    rows int8 not null default 0,
    pages int not null default 0,
    calls int not null default 0,
    failures int not null default 0,
    reason text,
    created_at timestamptz not null default clock_timestamp(),
    moved_at timestamptz not null default clock_timestamp(),
    retry_at timestamptz,
    ended_at timestamptz,
    first_read_at timestamptz,
    last_read_at timestamptz,
    leased_by uuid,
    leased_until timestamptz,
    bytes int8,
    sha256 text
  );
  create index if not exists export_of_person on export_job (person, created_at desc);
  create index if not exists export_running on export_job (moved_at) where state = 'running';
  create index if not exists export_ended on export_job (ended_at) where ended_at is not null;
  create table if not exists export_page (
    job uuid not null references export_job on delete cascade,
    number int not null,
    rows text not null,
    primary key (job, number)
  );
  alter table export_page add column if not exists names text;
  alter table export_job add column if not exists file uuid;
  create table if not exists export_part (
    job uuid not null references export_job on delete cascade,
    file uuid not null,
    number int not null,
    bytes bytea not null,
    primary key (job, file, number)
  );
  alter table export_part alter column bytes set storage external;

create table if not exists edit (
    id uuid primary key default gen_random_uuid(),
    intended_at timestamptz not null default clock_timestamp(),
    person_id text not null,
    person_name text,
    operation text not null,
    record_id text not null,
    patch text not null,
    request_id text not null,
    outcome text not null default 'intended' check (outcome in ('intended', 'applied', 'refused', 'not_sent', 'unknown')),
    status int,
    code text,
    concluded_at timestamptz,
    verdict text check (verdict in ('applied', 'not_applied', 'changed', 'undetermined')),
    claimed_at timestamptz
  );
  alter table edit add column if not exists sent_patch text,
    add column if not exists undoes uuid,
    add column if not exists batch uuid,
    add column if not exists resolved_at timestamptz;
  drop index if exists edit_newest;
  create index if not exists edit_in_order on edit (intended_at, id);
  create index if not exists edit_of_record on edit (record_id, intended_at desc);
  create index if not exists edit_of_person on edit (person_id, intended_at desc);
  create index if not exists edit_of_batch on edit (batch, intended_at) where batch is not null;
  create index if not exists edit_undone on edit (undoes) where undoes is not null;
  create index if not exists edit_open on edit (intended_at)
    where outcome = 'intended' or outcome = 'unknown' and verdict is null;
  create table if not exists edit_batch (
    id uuid primary key default gen_random_uuid(),
    title text not null,
    state text not null default 'running' check (state in ('running', 'stopped', 'done')),
    person_id text not null,
    person_name text,
    started_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    undoes uuid,
    retry_at timestamptz,
    leased_by uuid,
    leased_until timestamptz
  );
  create index if not exists edit_batch_newest on edit_batch (started_at desc, id);
  create index if not exists edit_batch_running on edit_batch (started_at) where state = 'running';
  create index if not exists edit_batch_undone on edit_batch (undoes) where undoes is not null;
  create table if not exists edit_batch_item (
    batch uuid not null references edit_batch on delete cascade,
    place int not null,
    record_id text not null,
    patch text not null,
    undoes uuid,
    edit_id uuid,
    detail text,
    primary key (batch, place),
    unique (batch, record_id)
  );
  alter table edit_batch_item
    add column if not exists changed_at timestamptz not null default clock_timestamp(),
    add column if not exists actor_id text,
    add column if not exists actor_name text;
  create table if not exists edit_batch_action (
    id uuid primary key default gen_random_uuid(),
    batch uuid not null references edit_batch on delete cascade,
    action text not null check (action in ('start', 'undo', 'stop', 'resume', 'retry')),
    person_id text,
    person_name text,
    reason text,
    made_at timestamptz not null default clock_timestamp()
  );
  create index if not exists edit_batch_action_of_batch on edit_batch_action (batch, made_at);
  create index if not exists edit_batch_action_in_order on edit_batch_action (made_at);
  create index if not exists edit_batch_item_waiting on edit_batch_item (batch, place)
    where edit_id is null;
