import type { Row } from "../../catalogue"
import type { ExportJobs } from "./table"

/** The rows of a stored page; throws if it no longer exists. */
export async function readRows(
  jobs: Pick<ExportJobs, "readPage">,
  id: string,
  number: number,
): Promise<Row[]> {
  const page = await jobs.readPage(id, number)
  if (page === undefined) throw new Error("A page of an export is gone.")
  return JSON.parse(`${page}`)
}
