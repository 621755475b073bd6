/** At most `limit` calls in any `windowMs`; one that nobody has settled counts as if it arrived `flightMs` after it was taken. */
export interface QuotaRule {
  readonly limit: number
  readonly windowMs: number
  readonly flightMs: number
  /** How many of the calls people leave to the background while anything waits there; none unless told. */
  readonly reserved?: number
}

const share = 0.95
const tenth = 0.1
const minShared = 5
const windowMs = 61_000
/** The deadline of the headers, and as long again as a taken call may take to be sent. */
const flightMs = 15_000

/** A tenth, 1 at least, of so few none. */
const reservedOf = (limit: number) =>
  limit < minShared ? 0 : Math.max(1, Math.floor(tenth * limit))

/** What the dashboard allows itself of the platform's requests a minute (decisions "Rate limit"): 95 % in 61 s; undefined for 0, no limit. */
export function quotaRule(requestsPerMinute: number): QuotaRule | undefined {
  if (requestsPerMinute === 0) return undefined
  const limit = Math.max(1, Math.floor(share * requestsPerMinute))
  return { limit, windowMs, flightMs, reserved: reservedOf(limit) }
}

/** How many calls in a window one person may make before they go behind the others, however few these are: a tenth of the limit, 1 at least. */
export const personShare = ({ limit }: Pick<QuotaRule, "limit">): number =>
  Math.max(1, Math.floor(tenth * limit))
