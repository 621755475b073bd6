import "server-only"
import { subscribe } from "node:diagnostics_channel"
import { Server } from "node:http"
import { withDeadline } from "./cache/shared-answers"
import type { SharedState } from "./shared-state"

/** How long answers under way may take, how long they may wait for the quota, and how long the rest takes; milliseconds. */
const patience = { answersMs: 10_000, waitingMs: 5_000, closingMs: 3_000 }
const idleSweepMs = 100

/** The servers of this process; Next does not hand its own out, but Node tells of each request's. */
function watchServers(): ReadonlySet<Server> {
  const servers = new Set<Server>()
  subscribe("http.server.request.start", (message) => {
    if (message instanceof Object && "server" in message && message.server instanceof Server)
      servers.add(message.server)
  })
  return servers
}

/** Takes no new connection, and resolves when the answers under way are sent, or cut off. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs)
  const cutOff = setTimeout(() => server.closeAllConnections(), patience.answersMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cutOff)
}

async function stop(servers: ReadonlySet<Server>, state: SharedState | undefined): Promise<void> {
  state?.log.info({}, "stopping")
  state?.endStreams()
  const refuse = setTimeout(() => void state?.refuseWaiting().catch(() => {}), patience.waitingMs)
  await Promise.all([...servers].map(closeServer))
  clearTimeout(refuse)
  if (state) await withDeadline(state.close(), patience.closingMs).catch(() => {})
  state?.log.info({}, "stopped")
}

/**
 * Replaces Next's own way of ending, which waits for open streams without limit and then drops every
 * connection: answers under way are finished, streams ended, connections closed; the exit code is 0.
 */
export function stopOnSignals(readState: () => SharedState | undefined): void {
  const servers = watchServers()
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    void stop(servers, readState()).finally(() => process.exit(0))
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.removeAllListeners(signal)
    process.on(signal, end)
  }
}
