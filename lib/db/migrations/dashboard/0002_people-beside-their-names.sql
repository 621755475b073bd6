-- What an administrator brings of people beside their names, and what they are searched by.
alter table user_name add column if not exists department text,
  add column if not exists email text,
  add column if not exists title text,
  add column if not exists searched text not null generated always as
    (name || coalesce(e'\n' || email, '') || coalesce(e'\n' || title, '')) stored;
drop index if exists user_name_pieces;
create index user_name_pieces on user_name using gin (name_pieces(searched));
