import "server-only"
import { type Pool, requireDiskRoom, requireRights, requireWritable } from "../../db"
import { onceInInterval } from "../reads/once-in-interval"

/** How often the server's disk is tried, in milliseconds. */
const roomEveryMs = 5000

/** Resolves where the database does all that the dashboard needs of it: takes changes, has room on its disk, and lets the tables be made. */
export function createDatabaseProbe(pool: Pool): () => Promise<unknown> {
  const tryRoom = onceInInterval(roomEveryMs, () => requireDiskRoom(pool))
  // All at once, since each waits its turn behind what else is asked; of several faults it is always the same that is told.
  return async () => {
    const checks = [requireWritable(pool), requireRights(pool, "dashboard"), tryRoom()]
    const fault = (await Promise.allSettled(checks)).find(({ status }) => status === "rejected")
    if (fault?.status === "rejected") throw fault.reason
  }
}
