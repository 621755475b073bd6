/** At most `limit` calls in any `windowMs`; one that nobody has settled counts as if it arrived `flightMs` after it was taken. */
export interface QuotaRule {
  readonly limit: number
  readonly windowMs: number
  readonly flightMs: number
}

const share = 0.95
const personsShare = 0.1
const windowMs = 61_000
/** The deadline of the headers, and as long again as a taken call may take to be sent. */
const flightMs = 15_000

/** What the dashboard allows itself of the platform's requests a minute (decisions "Rate limit"): 95 % in 61 s; undefined for 0, no limit. */
export function quotaRule(requestsPerMinute: number): QuotaRule | undefined {
  if (requestsPerMinute === 0) return undefined
  return { limit: Math.max(1, Math.floor(share * requestsPerMinute)), windowMs, flightMs }
}

/** How many calls in a window one person may make before they go behind the others: a tenth of the limit, 1 at least. */
export const personShare = ({ limit }: Pick<QuotaRule, "limit">): number =>
  Math.max(1, Math.floor(personsShare * limit))
