import { isUpstreamError, type UpstreamErrorCode } from "./upstream-error"

/** How often and how long a read is tried again; times in milliseconds. */
export interface RetryRule {
  readonly retries: number
  /** The longest wait before the first try more; each later one is four times that. */
  readonly pauseMs: number
  /** No further try where the read has taken this long already. */
  readonly withinMs: number
}

export const defaultRetries: RetryRule = { retries: 2, pauseMs: 250, withinMs: 9_000 }

/** Faults that may be gone at the next try; all others would only be paid for again. */
const passing: readonly UpstreamErrorCode[] = [
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_cut_off",
  "upstream_failed",
  "upstream_unavailable",
  "upstream_rate_limited",
]

const mayPass = (error: unknown): boolean => isUpstreamError(error) && passing.includes(error.code)

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Runs a read, and again where its fault may pass: after a random part of a growing pause, so that
 * readers who failed together do not come back together. Never for a change.
 */
export async function retryRead<T>(
  attempt: () => Promise<T>,
  { retries, pauseMs, withinMs }: RetryRule,
): Promise<T> {
  const started = performance.now()
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      const over = tried >= retries || performance.now() - started > withinMs
      if (over || !mayPass(error)) throw error
      await wait(Math.random() * pauseMs * 4 ** tried)
    }
  }
}
