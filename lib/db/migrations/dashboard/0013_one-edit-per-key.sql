-- What a repeated request is answered with: the edit that its key began, and why that was not made.
alter table edit add column if not exists idempotency_key text,
  add column if not exists problem jsonb;
create unique index if not exists edit_idempotency_key on edit (person_id, idempotency_key)
  where idempotency_key is not null;
