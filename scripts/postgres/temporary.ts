import fs from "node:fs"
import path from "node:path"
import { startCluster } from "./cluster"
import type { RunningPostgres } from "./running-postgres"
import { chooseServerUser, temporaryFolder } from "./system-user"

/**
 * Starts a new cluster in a temporary folder, for tests. It is removed on `stop()`, and also if
 * this process is killed. Without `durable` it does not wait for the disk.
 */
export async function startTemporaryPostgres(
  options: { databases?: readonly string[]; durable?: boolean } = {},
): Promise<RunningPostgres> {
  const { databases = ["test"], durable = false } = options
  const base = temporaryFolder(chooseServerUser(""))
  const directory = fs.mkdtempSync(path.join(base, "pg-"))
  fs.chmodSync(directory, 0o755)
  const remove = () => fs.rmSync(directory, { recursive: true, force: true })
  try {
    const server = await startCluster({
      directory,
      databases,
      durable,
      transport: "auto",
      remove: [directory],
    })
    return { ...server, stop: () => server.stop().then(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
