import { afterAll, vi } from "vitest"

// Test files share a process: what one has replaced, the next one must not see.
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
