-- What the service keeps beside the records, whose tables follow from the catalogue.

-- Short documents under a kind and a name: the identity's keys, codes and sign-ins.
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

-- Requests of the last minute. Unlogged: a server that crashes starts with empty windows, and no request waits for the disk.
create unlogged table admitted_request (
  client_id text not null,
  number int8 not null,
  admitted_at timestamptz not null,
  primary key (client_id, number)
);
