import "server-only"
import { subscribe } from "node:diagnostics_channel"
import { Server } from "node:http"
import { openBackend } from "./backend"
import { loadConfig, requireSettings } from "./config"
import { limitAllRequests, type PrintBusyPage } from "./front"
import type { Backend } from "./opened"

/** How long requests in progress may take on shutdown, in milliseconds. */
const answersMs = 10_000
const idleSweepMs = 100

/**
 * The servers of this process. Next does not expose its own, but Node publishes the server of each
 * request.
 */
function watchServers(): ReadonlySet<Server> {
  const servers = new Set<Server>()
  subscribe("http.server.request.start", (message) => {
    if (message instanceof Object && "server" in message && message.server instanceof Server)
      servers.add(message.server)
  })
  return servers
}

/** Stops accepting connections, and resolves once the responses in progress are sent or cut off. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs)
  const cutOff = setTimeout(() => server.closeAllConnections(), answersMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cutOff)
}

/**
 * Replaces Next's own shutdown, which waits for open streams without limit and then drops every
 * connection. The instance reports not ready and keeps serving for `drainMs` or until a second
 * signal. Then requests in progress complete, streams end and connections close; the exit code is
 * 0.
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

/** Wraps a function so that it only runs once. */
function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/**
 * Opens the backend in front of Next's own server, before the first request, and shuts both down in
 * order. Refused clients see the given page; with invalid settings, the process exits with one
 * sentence for each.
 */
export function startBackend(printBusyPage: PrintBusyPage): void {
  requireSettings()
  const backend = openBackend()
  limitAllRequests(backend, printBusyPage)
  stopOnSignals(backend, loadConfig().drainMs)
}
