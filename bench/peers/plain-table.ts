import type { Client } from "pg"
import { quoteName } from "@/lib/db"

/** The schema that peers are shown, and nothing else of the database. */
export const peerSchema = "peers"

/** Data points as somebody would keep them who has no service: plain columns, one key, and an index for each order that is asked for. */
const createTable = (from: string) => `
  create schema ${peerSchema};
  create table ${peerSchema}.data_point (
    row_id int8 primary key,
    in_data_set_id uuid not null,
    label text,
    time_stamp timestamptz,
    value float8,
    department_id uuid,
    user_id uuid);
  insert into ${peerSchema}.data_point
    select row_id, in_data_set_id, label, time_stamp, value, department_id, user_id
    from ${quoteName(from)}.data_point where in_data_set_id = $1 order by row_id;
  create index on ${peerSchema}.data_point (in_data_set_id, time_stamp, row_id);
  create index on ${peerSchema}.data_point (time_stamp)`

/** Copies the points of a data set out of a schema of the product into the peers' table, in the same database. */
export async function copyToPlainTable(
  client: Client,
  from: string,
  dataSetId: string,
): Promise<void> {
  const statements = createTable(from).replace("$1", client.escapeLiteral(dataSetId))
  await client.query(statements)
  await client.query(`vacuum analyze ${peerSchema}.data_point`)
}
