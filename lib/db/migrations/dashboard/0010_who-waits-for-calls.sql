-- Who waits for calls of the platform, by instance, priority and person, so that turns hold across instances.
create table if not exists call_log_waiter (
  client_id text not null,
  instance uuid not null,
  lane text not null,
  owner text not null,
  waiting int not null,
  since timestamptz not null,
  ends_at timestamptz not null,
  primary key (client_id, instance, lane, owner)
);
