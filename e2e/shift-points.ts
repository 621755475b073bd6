import pg from "pg"
import { renewDocuments } from "./renew-documents"

/**
 * Moves all points of a data set by whole days in the service's database, so that the last one is
 * `daysAgo` days old.
 */
export async function shiftPoints(
  serviceDatabase: string,
  dataSetId: string,
  daysAgo: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: serviceDatabase })
  await client.connect()
  try {
    await client.query(
      `update reporting.data_point set time_stamp = time_stamp + make_interval(days => (
         select current_date - $2::int - max(time_stamp)::date
         from reporting.data_point where in_data_set_id = $1))
       where in_data_set_id = $1`,
      [dataSetId, daysAgo],
    )
    await renewDocuments(client, "dataPoint")
  } finally {
    await client.end()
  }
}
