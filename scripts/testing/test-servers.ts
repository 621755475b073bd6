import { existsSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { startCluster } from "../postgres/cluster"
import { locatePlatformPackage, type PlatformPackage } from "../postgres/platform-package"
import { createTestFolder } from "../postgres/test-clusters"
import { findDumpPrograms } from "./dump-programs"

const oldestMajor = 15

/**
 * A PostgreSQL with a matching pg_dump: the embedded one, or else one of the machine; undefined if
 * there is none.
 */
function findSource(): PlatformPackage | undefined {
  const embedded = locatePlatformPackage()
  if (findDumpPrograms(Number.parseInt(embedded.label, 10), process.env)) return embedded
  const programs = findDumpPrograms(oldestMajor, process.env)
  if (!programs) return undefined
  const homes = [dirname(programs.folder), `/usr/lib/postgresql/${programs.major}`]
  const native = homes.find((home) => existsSync(join(home, "bin", "initdb")))
  return native ? { native, label: "machine" } : undefined
}

/** The PostgreSQL for upgrade and backup tests, or a sentence that says what is missing. */
export const locateSource = (): PlatformPackage | string =>
  findSource() ??
  "There is no PostgreSQL 15 or newer with its pg_dump at hand (PATH, PG_BIN, /usr/lib/postgresql)."

/** A server that can be stopped and restarted; its URLs are for a superuser. */
export interface TestServer {
  url(database: string): string
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

/** Starts a throw-away server, by default the embedded PostgreSQL. */
export async function startTestServer(
  options: {
    source?: PlatformPackage
    settings?: Readonly<Record<string, string>>
    durable?: boolean
  } = {},
): Promise<TestServer> {
  const directory = join(createTestFolder(), "postgres")
  const launch = () =>
    startCluster({
      directory,
      databases: [],
      durable: false,
      transport: "auto",
      remove: [],
      ...options,
    })
  let running = await launch()
  return {
    url(database) {
      const url = new URL(running.url(database))
      url.username = "postgres"
      return url.href
    },
    async start() {
      running = await launch()
    },
    stop: () => running.stop(),
    async remove() {
      await running.stop()
      rmSync(dirname(directory), { recursive: true, force: true })
    },
  }
}
