-- A table can be spread by a column of its key alone (docs/citus.md).
alter table told_point drop constraint told_point_pkey, add primary key (in_data_set_id, point);
