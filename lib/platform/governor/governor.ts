/** Who waits for a call, most urgent first: a person at a page, an export, the background sync. */
export const lanes = ["person", "export", "sync"] as const
export type Lane = (typeof lanes)[number]

/** A number for each lane. */
export type ByLane = Readonly<Record<Lane, number>>

/** Whose turn it is, most urgent first: a person who has had their share goes behind the others, and keeps no export waiting. */
export const turns = ["person", "behind", "export", "sync"] as const
export type Turn = (typeof turns)[number]

export const laneOf = (turn: Turn): Lane => (turn === "behind" ? "person" : turn)

/** For whom somebody of that turn stands back. */
export const turnsBefore = (turn: Turn): readonly Lane[] =>
  turn === "behind" ? ["person"] : lanes.slice(0, lanes.indexOf(turn))

/** Whose calls come out of the same part of the quota before those of that turn: the background has its own. */
export const turnsAhead = (turn: Turn): readonly Lane[] =>
  turn === "sync" ? ["export"] : turn === "behind" ? ["person"] : []

/** How many wait in each lane, how many of the persons are behind, and how many in their lane are no persons. */
export interface Demand extends ByLane {
  readonly behind?: number
  readonly quiet?: number
}

export const noDemand: Demand = { person: 0, export: 0, sync: 0 }

/** A process's running clock, which nobody sets, and its timers; milliseconds. */
export interface Timing {
  now(): number
  /** Answers how to call it off. */
  after(ms: number, work: () => void): () => void
}

export const runningTime: Timing = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

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

/** Where there is no limit nobody waits for a turn: every call is made at once, unless it cannot be made. */
export const unlimited: Pick<Governor, "run" | "pause"> = {
  async run({ confirm }, call) {
    confirm?.()
    return call(() => {})
  },
  pause: async () => {},
}

/**
 * Who asks for a call. `person` keeps one of them from delaying the others (decision "One person's share");
 * `isQuiet` is as urgent as its lane, but no sign of a person for whom the background would stand back;
 * `signal` gives the place up; `confirm` is asked when the turn has come, and throws where the call cannot
 * be made any more.
 */
export interface Ticket {
  readonly lane: Lane
  readonly person?: string
  readonly isQuiet?: boolean
  readonly signal?: AbortSignal
  readonly confirm?: () => void
}

/** The quota for a person to see: calls in the window and waiting ones over all instances, times in milliseconds. */
export interface QuotaReading {
  /** Calls in any `windowMs`. */
  readonly limit: number
  readonly windowMs: number
  readonly used: number
  readonly usedByLane: ByLane
  readonly waiting: ByLane
  /** Until a person's call could go, 0 where one could now. */
  readonly freeInMs: number
  /** Until a person who comes now, and has not had their share, can expect a turn behind those who wait. */
  readonly turnInMs: number
  /** What is left of a pause that the platform asked for, else 0. */
  readonly pausedMs: number
}

/** Spends the quota of the company's one client id: every request to the platform, for tokens too, goes through `run`. */
export interface Governor {
  /**
   * Makes the call when it is its turn; `arrived` may be called when the platform's headers came, else
   * the call's end counts. Throws `UpstreamError` `quota_exhausted` with seconds to wait where the turn
   * would come too late, `shared_state_unavailable` where the log cannot be reached, the signal's reason
   * where it aborts before the call is made, and what `confirm` or the call throws. What was taken for a
   * call that is not made is given back.
   */
  run<T>(ticket: Ticket, call: (arrived: () => void) => Promise<T>): Promise<T>
  /** After a 429: no instance calls for so many milliseconds, an hour at most. */
  pause(ms: number): Promise<void>
  read(): Promise<QuotaReading>
  /** Tells the figures now and whenever they change, at most once a second; answers how to stop. */
  watch(listener: (reading: QuotaReading) => void): () => void
  /** Refuses those who wait and lets the log know. */
  close(): Promise<void>
}
