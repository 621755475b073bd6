import "server-only"
import { isUpstreamError, UpstreamError, type UpstreamErrorCode } from "./upstream-error"

/** Consecutive failures that open the breaker, and how long it stays open, in milliseconds. */
export interface BreakerRule {
  readonly failures: number
  readonly openMs: number
}

export const defaultBreaker: BreakerRule = { failures: 5, openMs: 10_000 }

/**
 * A circuit breaker: passes calls on, or refuses them at once while the platform is known to be
 * down.
 */
export interface Breaker {
  /** Makes the call at once. Throws like `check`. */
  run<T>(call: () => Promise<T>): Promise<T>
  /**
   * Throws `upstream_unavailable` with the seconds to wait if the breaker is open, one second
   * during a trial call.
   */
  check(): void
  readonly isOpen: boolean
}

/** Faults of the platform as a whole, not refusals of single requests. */
const counted: readonly UpstreamErrorCode[] = [
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_cut_off",
  "upstream_failed",
  "upstream_unavailable",
]

/** Opens after consecutive failures, later allows one trial call, and closes if that succeeds. */
export function createBreaker({ failures, openMs }: BreakerRule): Breaker {
  let failed = 0
  let openedAt: number | undefined
  let isTrying = false

  const msLeft = () => (openedAt === undefined ? 0 : openedAt + openMs - Date.now())

  function check() {
    if (openedAt === undefined || (msLeft() <= 0 && !isTrying)) return
    const retryAfter = Math.max(1, Math.ceil(msLeft() / 1000))
    throw new UpstreamError("upstream_unavailable", { retryAfter, sent: false })
  }

  /** Calls that were in flight when it opened carry no new information. */
  function note(isFault: boolean, isTrial: boolean) {
    if (openedAt !== undefined && !isTrial) return
    failed = isFault ? failed + 1 : 0
    if (!isFault) openedAt = undefined
    else if (failed >= failures) openedAt = Date.now()
  }

  return {
    async run(call) {
      check()
      const isTrial = openedAt !== undefined
      isTrying = isTrial
      try {
        const answer = await call()
        note(false, isTrial)
        return answer
      } catch (error) {
        note(isUpstreamError(error) && counted.includes(error.code), isTrial)
        throw error
      } finally {
        if (isTrial) isTrying = false
      }
    },
    check,
    get isOpen() {
      return openedAt !== undefined
    },
  }
}

/** How often and for how long a read is retried. Times are in milliseconds. */
export interface RetryRule {
  readonly retries: number
  /** The maximum wait before the first retry. Each later one is four times as long. */
  readonly pauseMs: number
  /** No retry once the read has taken this long. */
  readonly withinMs: number
}

export const defaultRetries: RetryRule = { retries: 2, pauseMs: 250, withinMs: 9_000 }

/** Faults that may be transient. Retrying any other would only waste a call. */
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
 * Runs a read and retries transient faults with jittered exponential backoff, so that readers who
 * failed together do not retry together. Never used for changes.
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
