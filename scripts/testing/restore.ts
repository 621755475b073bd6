import { setImmediate } from "node:timers/promises"
import { afterAll, vi } from "vitest"

// Test files share a process: what one has replaced, the next one must not see.
afterAll(async () => {
  // React's scheduler may still have work to do, which needs the window that a test has put there.
  for (let turn = 0; turn < 3; turn += 1) await setImmediate()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
