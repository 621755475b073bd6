import "server-only"
import { open } from "node:fs/promises"
import { namesUploadLimits } from "../../contract"
import { describeError, type Log } from "../http/log"
import { readNamesCsv } from "./read-names-csv"
import type { UserNames } from "./table"

/**
 * Imports a file of user names if there are none yet; skips faulty lines, and logs a file that
 * cannot be read.
 */
export async function importInitialNames({
  file,
  names,
  log,
}: {
  readonly file: string
  readonly names: Pick<UserNames, "readUpload" | "replace">
  readonly log: Log
}): Promise<void> {
  try {
    if (await names.readUpload()) return
    const source = await open(file)
    const rows = readNamesCsv(source.createReadStream(), {
      maxRows: namesUploadLimits.rows,
      onProblem: () => {},
    })
    await names.replace(rows, () => {}, { by: null })
  } catch (error) {
    log.error({ operation: "user-names", error: describeError(error) }, "user names file")
  }
}
