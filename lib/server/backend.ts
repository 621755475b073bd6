import "server-only"
import { catalogue } from "../catalogue"
import { type Config, loadConfig, reloadConfig } from "./config"
import { answerStarting } from "./health/starting"
import { createLog, describeError, type Log } from "./http/log"
import { openFeatures } from "./main"
import { startMigrations } from "./migrations"
import { openBase } from "./open/base"
import { type Backend, holdBackend, openedBackend } from "./opened"
import { withDeadline } from "./reads/with-deadline"

/** How long an in-process request waits for the tables, in milliseconds. */
const startedWithinMs = 10_000

/**
 * Opens the backend. Until the tables are up to date it responds that it is starting; only then
 * does it open the features.
 */
export function openBackendOf(config: Config, output: Log = createLog()): Backend {
  const base = openBase(config, output)
  const { log } = base
  const migrations = startMigrations({ ...base, catalogue })
  let features: ReturnType<typeof openFeatures> | undefined
  let isDraining = false
  const opened = migrations.done.then(() => {
    features = openFeatures(base, () => isDraining)
    return features
  })

  const answer: Backend["answer"] = async (request, arrival = {}) =>
    features
      ? features.app.fetch(request, arrival)
      : answerStarting(request, { target: request.url, ...arrival, state: migrations.state() })

  return {
    answer,
    async fetch(request, arrival) {
      await withDeadline(opened, startedWithinMs).catch(() => {})
      return answer(request, arrival)
    },
    answerAuth: async (...given) => (await opened).answerAuth(...given),
    recordDenied: (denied) => features?.recordDenied(denied),
    logPageError: (error, page) => log.error({ ...page, error: describeError(error) }, "page"),
    logRefusal: (line) => log.info(line, "refused"),
    get isStarting() {
      return features === undefined
    },
    get isDraining() {
      return isDraining
    },
    drain() {
      isDraining = true
      features?.drain()
      log.info({}, "draining")
    },
    async stop(closeServers) {
      log.info({}, "stopping")
      migrations.stop()
      if (features) await features.stop(closeServers)
      else await closeServers()
      await base.close()
      log.info({}, "stopped")
    },
  }
}

let own: Backend | undefined

/**
 * Returns the backend and opens it on first use; in development, a changed module opens a new one.
 */
export function openBackend(): Backend {
  const held = openedBackend()
  if (held && (held === own || !loadConfig().development)) return held
  void held?.stop(async () => {})
  own = openBackendOf(reloadConfig())
  holdBackend(own)
  return own
}
