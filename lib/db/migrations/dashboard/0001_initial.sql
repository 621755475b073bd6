-- Everything that the dashboard keeps of its own.

-- Short documents under a kind and a name: settings, tokens, marks. Text, since jsonb refuses some characters.
create table keyed_document (
  kind text not null,
  id text not null,
  document text not null,
  alias text,
  group_id text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (kind, id)
);
create index keyed_document_alias on keyed_document (kind, alias);
create index keyed_document_group on keyed_document (group_id);
create index keyed_document_expiry on keyed_document (expires_at);

-- The calls of the platform in its rolling minute.
create table call_log (
  client_id text primary key,
  epoch text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  last_number int8 not null default 0,
  paused_until timestamptz not null default '-infinity',
  background_at timestamptz not null default '-infinity'
) with (fillfactor = 50);
create table call_log_call (
  client_id text not null,
  id text not null,
  lane text not null,
  leaves_at timestamptz not null,
  owner text,
  primary key (client_id, id)
);
create index call_log_call_leaves on call_log_call (client_id, leaves_at);
-- Who waits for calls of the platform, by instance, priority and person, so that turns hold across instances.
create table call_log_waiter (
  client_id text not null,
  instance uuid not null,
  lane text not null,
  owner text not null,
  waiting int not null,
  since timestamptz not null,
  ends_at timestamptz not null,
  primary key (client_id, instance, lane, owner)
);

-- Saved views.
create table saved_view (
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
create index saved_view_owner on saved_view (owner);
create index saved_view_role on saved_view (report, role) where role is not null;
create table default_view (
  report text not null,
  holder_kind text not null check (holder_kind in ('person', 'role')),
  holder text not null,
  view uuid not null references saved_view on delete cascade,
  primary key (report, holder_kind, holder)
);
create index default_view_view on default_view (view);
create table hidden_view (
  person text not null,
  view uuid not null references saved_view on delete cascade,
  primary key (person, view)
);
create index hidden_view_view on hidden_view (view);

-- Records that a person opened.
create table recent_record (
  person text not null,
  operation text not null,
  ids text[] not null,
  name text,
  opened_at timestamptz not null default clock_timestamp(),
  primary key (person, operation, ids)
);
create index recent_record_opened on recent_record (opened_at);

-- Names of people and what else an administrator's file says of them, where they work (the department that the file
-- names, the region that it is in, and it with all above it), and what they are searched by: pieces of three letters.
-- The function is our own, since pg_trgm is not on every server.
create function name_pieces (whole text) returns text[]
  language sql immutable strict parallel safe as $$
    select array(
      select substr(lower(whole), at, 3) from generate_series(1, length(lower(whole)) - 2) as at
    )
  $$;
create table user_name (
  id uuid primary key,
  name text not null,
  department text,
  email text,
  title text,
  searched text not null generated always as
    (name || coalesce(e'\n' || email, '') || coalesce(e'\n' || title, '')) stored,
  department_id uuid,
  region_id uuid,
  above uuid[]
);
create index user_name_pieces on user_name using gin (name_pieces(searched));
create table user_names_upload (
  id int primary key check (id = 1),
  count int not null,
  uploaded_at timestamptz not null default clock_timestamp(),
  uploaded_by text
);

-- Departments with what names, trees and searches need of them, as a reading of the platform found them.
create table department_name (
  id uuid primary key,
  name text not null,
  reading uuid,
  renamed_at timestamptz,
  parent_id uuid,
  type text,
  external_id text,
  city text,
  manager_user_id text
);
create table department_names_reading (
  one int primary key check (one = 1),
  id uuid not null default gen_random_uuid(),
  started_at timestamptz,
  renewed_at timestamptz,
  finished_at timestamptz,
  expired boolean not null default false
);
insert into department_names_reading (one) values (1);

-- Edits of the workspace. Changes wait for the one row of the revision.
create table workspace_edit (
  place text primary key,
  position bigint generated always as identity,
  hidden boolean not null,
  name text not null,
  unit text,
  changed_by text not null,
  changed_at timestamptz not null default clock_timestamp()
);
create table workspace_revision (
  id int primary key check (id = 1),
  revision bigint not null
);
insert into workspace_revision values (1, 0);

-- Sessions, by the digest of their cookie's token. `tokens` is the encrypted refresh token, empty where there is none.
create table session (
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
  ended_at timestamptz,
  user_agent text check (length(user_agent) <= 300)
);
create index session_person on session (person);
create index session_sign_in on session (signed_in_at);

-- Exports. Pages are text, sent on as they are and never searched; parts are packed already, or read in pieces, and
-- not compressed. `file` names the whole one among the files that were begun for a job.
create table export_job (
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
  sha256 text,
  file uuid
);
create index export_of_person on export_job (person, created_at desc);
create index export_running on export_job (moved_at) where state = 'running';
create index export_ended on export_job (ended_at) where ended_at is not null;
create table export_page (
  job uuid not null references export_job on delete cascade,
  number int not null,
  rows text not null,
  names text,
  primary key (job, number)
);
create table export_part (
  job uuid not null references export_job on delete cascade,
  file uuid not null,
  number int not null,
  bytes bytea not null,
  primary key (job, file, number)
);
alter table export_part alter column bytes set storage external;

-- Edits of departments, and batches of them. A patch is text: the bytes that were sent. An item without an edit
-- waits, and without an actor of its own it is its batch's author's. A repeated request is answered with the edit that
-- its key began.
create table edit (
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
  claimed_at timestamptz,
  sent_patch text,
  undoes uuid,
  batch uuid,
  resolved_at timestamptz,
  idempotency_key text,
  problem jsonb
);
create index edit_in_order on edit (intended_at, id);
create index edit_of_record on edit (record_id, intended_at desc);
create index edit_of_person on edit (person_id, intended_at desc);
create index edit_of_batch on edit (batch, intended_at) where batch is not null;
create index edit_undone on edit (undoes) where undoes is not null;
create index edit_open on edit (intended_at)
  where outcome = 'intended' or outcome = 'unknown' and verdict is null;
create table edit_batch (
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
create index edit_batch_newest on edit_batch (started_at desc, id);
create index edit_batch_running on edit_batch (started_at) where state = 'running';
create index edit_batch_undone on edit_batch (undoes) where undoes is not null;
create table edit_batch_item (
  batch uuid not null references edit_batch on delete cascade,
  place int not null,
  record_id text not null,
  patch text not null,
  undoes uuid,
  edit_id uuid,
  detail text,
  changed_at timestamptz not null default clock_timestamp(),
  actor_id text,
  actor_name text,
  primary key (batch, place),
  unique (batch, record_id)
);
create table edit_batch_action (
  id uuid primary key default gen_random_uuid(),
  batch uuid not null references edit_batch on delete cascade,
  action text not null check (action in ('start', 'undo', 'stop', 'resume', 'retry')),
  person_id text,
  person_name text,
  reason text,
  made_at timestamptz not null default clock_timestamp()
);
create index edit_batch_action_of_batch on edit_batch_action (batch, made_at);
create index edit_batch_action_in_order on edit_batch_action (made_at);
create index edit_batch_item_waiting on edit_batch_item (batch, place)
  where edit_id is null;

-- What people write beside days of a data set: for themselves, or for everybody of a role.
create table chart_note (
  id uuid primary key default gen_random_uuid(),
  data_set uuid not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  text text not null,
  owner text not null,
  owner_name text,
  role text,
  written_at timestamptz not null default clock_timestamp()
);
create index chart_note_data_set on chart_note (data_set, from_day);

-- What data sets are measured by, and what they shall reach: by month and owner, all, a level of the tree or a department.
create table data_set_goal (
  data_set uuid primary key,
  measure text not null,
  direction text not null
);
create table data_set_target (
  data_set uuid not null,
  owner text not null,
  month text not null,
  value double precision not null,
  primary key (data_set, owner, month)
);

-- What is removed when it is older than it is to be kept, each kind one instance's while its lease lasts, and what
-- its last round has removed in how long.
create table retention_work (
  kind text primary key,
  due_at timestamptz not null default clock_timestamp(),
  leased_by uuid,
  leased_until timestamptz,
  ended_at timestamptz,
  rows int8,
  busy_ms int8
);


-- Who the audit speaks of. Apart from its events, so that a name can be erased while what happened stays.
create table audit_person (
  id uuid primary key default gen_random_uuid(),
  subject text not null unique check (length(subject) <= 255),
  name text check (length(name) <= 255),
  email text check (length(email) <= 320)
);

-- What happened, in a table that only grows: nothing is changed, and nothing of the last 30 days is deleted.
create table audit_event (
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
);
create index audit_event_kind on audit_event (kind, at);
create index audit_event_person on audit_event (person, at);
create index audit_event_about on audit_event (about, at) where about is not null;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < clock_timestamp() - interval '30 days' then
    return old;
  end if;
  raise exception 'The audit only grows: % is refused.', lower(tg_op) using errcode = 'insufficient_privilege';
end $$;
create trigger audit_event_only_grows before update or truncate on audit_event
  for each statement execute function refuse_audit_change();
create trigger audit_event_is_kept before delete on audit_event
  for each row execute function refuse_audit_change();
