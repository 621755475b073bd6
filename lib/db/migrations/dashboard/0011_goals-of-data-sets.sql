-- What data sets are measured by, and what they shall reach: by month and owner, all, a level of the tree or a department.
create table if not exists data_set_goal (
  data_set uuid primary key,
  measure text not null,
  direction text not null
);
create table if not exists data_set_target (
  data_set uuid not null,
  owner text not null,
  month text not null,
  value double precision not null,
  primary key (data_set, owner, month)
);
