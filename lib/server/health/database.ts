import "server-only"
import { type Pool, requireDiskRoom, requireRights, requireWritable } from "../../db"
import { onceInInterval } from "../reads/once-in-interval"

/** How often the server's disk is tried, in milliseconds. */
const roomEveryMs = 5000

/** Resolves where the database does all that the dashboard needs of it: takes changes, has room on its disk, and lets the tables be made. */
export function createDatabaseProbe(pool: Pool): () => Promise<unknown> {
  const tryRoom = onceInInterval(roomEveryMs, () => requireDiskRoom(pool))
  // One after the other, so that of several faults it is always the same that is told.
  return async () => {
    await requireWritable(pool)
    await requireRights(pool, "dashboard")
    await tryRoom()
  }
}
