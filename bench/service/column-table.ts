import type { Client } from "pg"

/** A statement for the database, prepared once for each connection. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/**
 * Data points as columns only, as they were stored on 25 November 2026. Written by hand, like the
 * statement below, so that the baseline does not change with the records.
 */
const columns = "in_data_set_id, row_id, label, time_stamp, value, department_id, user_id"

const createTable = `
  create schema baseline;
  create table baseline.data_point (
    in_data_set_id uuid not null,
    row_id int8 not null,
    label text collate "C",
    time_stamp timestamptz,
    value float8,
    department_id uuid,
    user_id uuid);
  insert into baseline.data_point (${columns})
    select ${columns} from reporting.data_point order by row_id;
  alter table baseline.data_point add primary key (in_data_set_id, row_id);
  create index on baseline.data_point (in_data_set_id, value, row_id);
  create index on baseline.data_point (in_data_set_id, department_id, row_id);
  create index on baseline.data_point (in_data_set_id, left(label, 500), row_id);
  create index on baseline.data_point (in_data_set_id, time_stamp, row_id);
  create index on baseline.data_point (in_data_set_id, user_id, row_id)`

/** Creates the table of columns and copies the service's data points into it. */
export async function copyToColumnTable(client: Client): Promise<void> {
  await client.query(createTable)
  await client.query("vacuum analyze baseline.data_point")
}

/**
 * The bytes of a record, indexes and TOAST included: as the service stores it, and as columns only.
 */
export async function measureDisk(client: Client): Promise<{ stored: number; columns: number }> {
  const { rows } = await client.query<{ stored: number; columns: number }>(`
    select pg_total_relation_size('reporting.data_point')::float8 / count as stored,
      pg_total_relation_size('baseline.data_point')::float8 / count as columns
    from (select count(*) from baseline.data_point) as counted`)
  const [row] = rows
  if (!row) throw new Error("The database did not say how large its tables are.")
  return row
}

/**
 * The first page of a data set's points with everything that its cursors need, built in the
 * database from the table's columns.
 */
export const printPageStatement = (dataSetId: string, limit: number): Statement => ({
  name: `page of ${limit}`,
  text: `
    with page as (
      select *, row_number() over (order by time_stamp, row_id) as place
      from (
        select * from baseline.data_point where in_data_set_id = $1::uuid
        order by time_stamp, row_id limit ${limit + 1}
      ) as scan
    )
    select
      (select coalesce(json_agg(row_to_json(record) order by place), '[]')::text
        from page cross join lateral (select
          label as "label",
          (to_json(time_stamp at time zone 'UTC') #>> '{}') || '+00:00' as "timeStamp",
          value as "value",
          department_id as "departmentId",
          user_id as "userId") as record
        where place <= ${limit}) as json,
      (select count(*)::int from page) as found,
      (select json_agg(json_build_array(
          to_json(time_stamp at time zone 'UTC') #>> '{}', row_id::text) order by place)
        from page where place in (1, ${limit})) as edges,
      false as behind`,
  values: [dataSetId],
})
