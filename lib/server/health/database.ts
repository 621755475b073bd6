import "server-only"
import { type Pool, requireDiskRoom, requireRights, requireWritable } from "../../db"
import { onceInInterval } from "../reads/once-in-interval"

/** How often the server's disk is tried, in milliseconds. */
const roomEveryMs = 5000

/** Resolves where the database does all that the dashboard needs of it: takes changes, has room on its disk, and lets the tables be made. */
export function createDatabaseProbe(pool: Pool): () => Promise<unknown> {
  const tryRoom = onceInInterval(roomEveryMs, () => requireDiskRoom(pool))
  return () => Promise.all([requireWritable(pool), tryRoom(), requireRights(pool, "dashboard")])
}
