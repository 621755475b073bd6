import { setImmediate } from "node:timers/promises"
import { afterAll, vi } from "vitest"

// Test files share a process: restores what a file has replaced before the next one runs.
afterAll(async () => {
  // React's scheduler may still have work, which needs the test's window.
  for (let turn = 0; turn < 3; turn += 1) await setImmediate()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
