import "server-only"
import { subscribe } from "node:diagnostics_channel"
import { Server } from "node:http"
import { openBackend } from "./backend"
import { loadConfig, requireSettings } from "./config"
import { limitAllRequests, type PrintBusyPage } from "./front"
import type { Backend } from "./opened"

/** How long answers under way may take, in milliseconds. */
const answersMs = 10_000
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
  const cutOff = setTimeout(() => server.closeAllConnections(), answersMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cutOff)
}

/**
 * Replaces Next's own way of ending, which waits for open streams without limit and then drops every
 * connection: the instance is not ready, and serves on for as long as the settings say, until a second
 * signal; then answers under way are finished, streams ended, connections closed; the exit code is 0.
 */
function stopOnSignals(backend: Pick<Backend, "drain" | "stop">, drainMs: number): void {
  const servers = watchServers()
  const closeServers = async () => void (await Promise.all([...servers].map(closeServer)))
  const stop = once(() => void backend.stop(closeServers).finally(() => process.exit(0)))
  let isEnding = false
  const end = () => {
    if (isEnding || drainMs === 0) return stop()
    isEnding = true
    backend.drain()
    setTimeout(stop, drainMs)
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.removeAllListeners(signal)
    process.on(signal, end)
  }
}

/** The same function, which does its work the first time alone. */
function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/** Opens the backend in front of Next's own server, before anybody asks, and ends both in order; who is turned away is shown the page that is given; without settings the process ends with a sentence for each. */
export function startBackend(printBusyPage: PrintBusyPage): void {
  requireSettings()
  const backend = openBackend()
  limitAllRequests(backend, printBusyPage)
  stopOnSignals(backend, loadConfig().drainMs)
}
