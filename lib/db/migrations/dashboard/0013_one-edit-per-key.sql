-- What a repeated request is answered with: the edit that its key began, and why that was not made.
alter table edit add column if not exists idempotency_key text,
  add column if not exists problem jsonb;
