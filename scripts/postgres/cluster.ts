import { prepareBinaries } from "./binaries"
import { type ClusterFolder, openClusterFolder } from "./cluster-folder"
import { formatUrl } from "./endpoint"
import { takeLock } from "./folder-lock"
import { awaitEarlierGuardian, startGuardian } from "./guardian"
import type { PlatformPackage } from "./platform-package"
import { clearRemains, findPostmaster } from "./postmaster"
import { ownerRole, provision } from "./provision"
import type { PostgresOptions, RunningPostgres } from "./running-postgres"
import { adoption, runServer, type Server, type ServerOptions } from "./server"

export interface ClusterOptions extends PostgresOptions, Omit<ServerOptions, "onLog"> {
  /** The PostgreSQL to run; by default the embedded one. */
  source?: PlatformPackage
}

/** Starts or reattaches to the cluster of a folder: `startPostgres` with all options. */
export async function startCluster(options: ClusterOptions): Promise<RunningPostgres> {
  const { databases, onLog = () => {} } = options
  const folder = openClusterFolder(options.directory)
  const lock = await takeLock(folder.root)
  let end = async () => {}
  let reportEnd = (_sentence: string) => {}
  const ended = new Promise<string>((resolve) => {
    reportEnd = resolve
  })
  try {
    await awaitEarlierGuardian(folder, onLog)
    const binaries = prepareBinaries(folder, options.source)
    const server = await runServer(folder, binaries, { ...options, onLog })
    const adopt = (pid: number) =>
      startGuardian(folder, adoption(folder, binaries, pid, options.remove))
    end = keepGuarded(folder, server, adopt, (sentence) => {
      onLog(sentence)
      reportEnd(sentence)
    })
    await provision(server.endpoint, databases)
    const stop = once(async () => {
      await end()
      reportEnd("PostgreSQL was stopped.")
      lock.release()
    })
    const url = (database: string) => formatUrl(server.endpoint, ownerRole, database)
    return { url, ended, stop, reattached: server.reattached }
  } catch (error) {
    await end()
    lock.release()
    throw error
  }
}

/** Replaces a guardian that dies before its server; returns a function that stops both. */
function keepGuarded(
  folder: ClusterFolder,
  server: Server,
  adopt: (pid: number) => Server["guardian"],
  onEnd: (sentence: string) => void,
): () => Promise<void> {
  let guardian = server.guardian
  let stopping = false
  const replace = () => {
    if (stopping) return
    const running = findPostmaster(folder)
    if (!running) return onEnd(`PostgreSQL ended by itself; ${folder.log} says why.`)
    guardian = adopt(running.pid)
    guardian.ended.then(replace)
  }
  guardian.ended.then(replace)
  return async () => {
    stopping = true
    await guardian.end()
    const survivor = findPostmaster(folder)
    if (survivor) await adopt(survivor.pid).end()
    clearRemains(folder)
  }
}

function once(action: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined
  return () => {
    result ??= action()
    return result
  }
}
