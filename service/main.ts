import { realpathSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { readConfig, ServiceConfigError } from "./config"
import { ListenError } from "./http-server"
import { ExposedIdentityError } from "./identity/loopback"
import { createServiceLog, type ServiceLog } from "./log"
import { openProgressDisplay, type ProgressDisplay } from "./progress-display"
import { logProgress, StartError, startService } from "./start"

export { startService }

/** Faults whose message says what to do. A stack trace would only hide it. */
const plainFaults = [ServiceConfigError, ListenError, ExposedIdentityError, StartError]

function openDisplay(log: ServiceLog): ProgressDisplay {
  const send =
    process.send && ((progress: object) => process.send?.(progress, undefined, {}, () => {}))
  const terminal = process.stderr.isTTY ? process.stderr : undefined
  return openProgressDisplay({ lines: logProgress(log), send, terminal, clock: Date.now })
}

async function run(): Promise<void> {
  const config = readConfig()
  const log = createServiceLog(config.logLevel)
  const service = await startService(config, log, openDisplay(log))
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, "stopping")
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "stop")
        process.exit(1)
      },
    )
  }
  process.once("SIGTERM", stop)
  process.once("SIGINT", stop)
}

const isEntryModule =
  process.argv[1] !== undefined &&
  import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href

if (isEntryModule)
  run().catch((error: unknown) => {
    const plain = plainFaults.some((fault) => error instanceof fault)
    process.stderr.write(
      `${error instanceof Error ? (plain ? error.message : error.stack) : error}\n`,
    )
    process.exit(1)
  })
