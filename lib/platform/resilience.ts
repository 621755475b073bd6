import "server-only"
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from "cockatiel"
import { isUpstreamError, UpstreamError, type UpstreamErrorCode } from "./upstream-error"

/** After how many failures in a row nobody calls any more, and for how many milliseconds. */
export interface BreakerRule {
  readonly failures: number
  readonly openMs: number
}

export const defaultBreaker: BreakerRule = { failures: 5, openMs: 10_000 }

/** Lets calls through, or refuses them at once while the platform is known to be down. */
export interface Breaker {
  /** Makes the call at once; throws as `check` does. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Throws `upstream_unavailable` with the seconds to wait where it is open; one, while a call tries. */
  check(): void
  readonly isOpen: boolean
}

/** Faults of the platform as a whole; a refusal of one request is none. */
const counted: readonly UpstreamErrorCode[] = [
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_cut_off",
  "upstream_failed",
  "upstream_unavailable",
]

/** Opens after failures in a row, lets one call try after a while, and closes when that one succeeds. */
export function createBreaker({ failures, openMs }: BreakerRule): Breaker {
  /** By the same clock as the policy: by another one this might let calls pass that the policy refuses. */
  let openedAt: number | undefined
  const policy = circuitBreaker(
    handleWhen((error) => isUpstreamError(error) && counted.includes(error.code)),
    { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(failures) },
  )
  policy.onBreak(() => {
    openedAt = Date.now()
  })
  policy.onReset(() => {
    openedAt = undefined
  })

  const msLeft = () => (openedAt === undefined ? 0 : openedAt + openMs - Date.now())
  const secondsLeft = () => Math.max(1, Math.ceil(msLeft() / 1000))

  const refusal = () =>
    new UpstreamError("upstream_unavailable", { retryAfter: secondsLeft(), sent: false })

  function check() {
    if (msLeft() > 0 || policy.state === CircuitState.HalfOpen) throw refusal()
  }

  return {
    async run(call) {
      check()
      return policy.execute(call).catch((error: unknown) => {
        throw error instanceof BrokenCircuitError ? refusal() : error
      })
    },
    check,
    get isOpen() {
      return openedAt !== undefined
    },
  }
}
