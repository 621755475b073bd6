-- The tables as versions before numbered migrations made them; a database of theirs is taken over as it is.

-- Short documents under a kind and a name: settings, tokens, marks. Text, since jsonb refuses some characters.
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

-- Answers that instances share, and who is asking for one. Unlogged: a server that crashes starts without them,
-- all three. The text is stored as it is: compressing it would cost more than it saves.
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

-- The calls of the platform in its rolling minute.
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

-- Saved views.
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

-- Records that a person opened.
create table if not exists recent_record (
  person text not null,
  operation text not null,
  ids text[] not null,
  name text,
  opened_at timestamptz not null default clock_timestamp(),
  primary key (person, operation, ids)
);

-- Names of people, found by pieces of three letters. The function is our own, since pg_trgm is not on every server.
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

-- Names of departments, as a reading of the platform found them.
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

-- Edits of the workspace. Changes wait for the one row of the revision.
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

-- Sessions.
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

-- Exports. Pages are text, sent on as they are and never searched; parts are packed already, or read in pieces, and
-- not compressed. `file` names the whole one among the files that were begun for a job.
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

-- Edits of departments, and batches of them. A patch is text: the bytes that were sent. An item without an edit
-- waits, and without an actor of its own it is its batch's author's.
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
