-- Copies are of one catalogue, whose digest is a setting: lists of another are copied anew.
alter table sync_list drop column if exists fingerprint;
drop table if exists sync_catalogue;
