import type { RateWindow } from "@/lib/db"
import { ApiError } from "./errors"
import type { Caller } from "./tokens"

export interface RateLimitOptions {
  readonly window: RateWindow
  /** Requests of one client in any minute. 0 disables the limit. */
  readonly limit: number
  readonly windowMs?: number
}

/** Admits a caller's request or throws "rate_limited" with `Retry-After` in whole seconds. */
export type Admit = (caller: Pick<Caller, "clientId">) => Promise<void>

/**
 * The limit shared by all instances (decisions "Rate limit"). Undefined if it is off, so that
 * nothing is checked.
 */
export async function openRateLimit({
  window,
  limit,
  windowMs = 60_000,
}: RateLimitOptions): Promise<Admit | undefined> {
  if (limit === 0) return undefined
  await window.prepare()
  return async ({ clientId }) => {
    const admission = await window.admit(clientId, { limit, windowMs })
    if (admission.admitted) return
    const seconds = Math.max(1, Math.ceil(admission.waitMs / 1000))
    throw new ApiError("rate_limited", { headers: { "retry-after": `${seconds}` } })
  }
}
