import type { Client } from "pg"
import { quoteName } from "@/lib/db"

/** The only schema that peers can see. */
export const peerSchema = "peers"

/**
 * Data points as someone without the service would store them: plain columns, one key, and an index
 * for each requested order.
 */
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

/**
 * Copies a data set's points from a schema of the product to the peers' table in the same database.
 */
export async function copyToPlainTable(
  client: Client,
  from: string,
  dataSetId: string,
): Promise<void> {
  const statements = createTable(from).replace("$1", client.escapeLiteral(dataSetId))
  await client.query(statements)
  await client.query(`vacuum analyze ${peerSchema}.data_point`)
}
