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

create unlogged table if not exists admitted_request (
    client_id text not null,
    number int8 not null,
    admitted_at timestamptz not null,
    primary key (client_id, number)
  );
  create or replace function admit_request(client text, most int, span interval) returns float8
  language plpgsql as $admit$
  declare
    next int8; now_at timestamptz; first_at timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtext('admit_request'), hashtext(client));
    now_at := clock_timestamp();
    select coalesce(max(number), 0) + 1 into next from admitted_request where client_id = client;
    select admitted_at into first_at from admitted_request
      where client_id = client and number = next - most;
    if first_at > now_at - span then
      return extract(epoch from first_at + span - now_at) * 1000;
    end if;
    update admitted_request set number = next, admitted_at = now_at
      where client_id = client and number = next - most;
    if not found then insert into admitted_request values (client, next, now_at); end if;
    return null;
  end $admit$;
  delete from admitted_request where admitted_at < clock_timestamp() - interval '1 day';
