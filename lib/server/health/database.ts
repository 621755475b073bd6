import "server-only"
import { type Pool, requireDiskRoom, requireRights, requireWritable } from "../../db"
import { onceInInterval } from "../reads/once-in-interval"

/** How often the server's disk space is checked, in milliseconds. */
const roomEveryMs = 5000

/**
 * Resolves if the database meets the dashboard's needs: it is writable, has disk space, and permits
 * creating tables.
 */
export function createDatabaseProbe(pool: Pool): () => Promise<unknown> {
  const tryRoom = onceInInterval(roomEveryMs, () => requireDiskRoom(pool))
  // In parallel, since each check may queue behind other queries; of several faults, always reports
  // the same one.
  return async () => {
    const checks = [requireWritable(pool), requireRights(pool, "dashboard"), tryRoom()]
    const fault = (await Promise.allSettled(checks)).find(({ status }) => status === "rejected")
    if (fault?.status === "rejected") throw fault.reason
  }
}
