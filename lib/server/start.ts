import "server-only"
import { requireSettings } from "./config"
import { limitAllRequests } from "./front"
import { openBackend } from "./main"
import { stopOnSignals } from "./stop-on-signals"

/** Opens the backend in front of Next's own server, before anybody asks, and ends both in order; without settings the process ends with a sentence for each. */
export function startBackend(): void {
  requireSettings()
  const backend = openBackend()
  limitAllRequests(backend)
  stopOnSignals(backend)
}
