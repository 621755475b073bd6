import { UpstreamError } from "../upstream-error"
import { type CallLog, type CallRequest, maxLeaves, type Taking } from "./call-log"
import {
  type Lane,
  laneOf,
  noDemand,
  type QuotaRule,
  type Timing,
  type Turn,
  turnsAhead,
  turnsBefore,
} from "./governor"
import type { OwnerCalls, WaitingRoom } from "./waiting-room"

/**
 * How many milliseconds from a refusal on somebody waits who has so many before them, if nobody else
 * comes: places that are free and those of the calls in use come up once a window, what is reserved for
 * the background left out where it waits too. In the background half of the rate is counted on, and what
 * is reserved where people wait.
 */
export function estimateWait(
  { waitMs, leavesMs }: Pick<Taking, "waitMs" | "leavesMs">,
  {
    lane,
    ahead: before,
    isShared = false,
    rule,
  }: {
    readonly lane: Lane
    readonly ahead: number
    /** Whether people and the background both wait. */
    readonly isShared?: boolean
    readonly rule: QuotaRule
  },
): number {
  const { limit, windowMs, reserved = 0 } = rule
  const isPerson = lane === "person"
  const ahead = isShared && isPerson ? Math.floor((before * limit) / (limit - reserved)) : before
  const free = leavesMs.length < maxLeaves ? Math.max(0, limit - leavesMs.length) : 0
  const places = free + leavesMs.length
  const placeMs = leavesMs[(ahead % places) - free] ?? 0
  const turnMs = Math.max(waitMs, placeMs) + Math.floor(ahead / places) * windowMs
  const rate = isShared && reserved > 0 ? reserved : limit / 2
  return isPerson ? turnMs : Math.max(turnMs, (ahead * windowMs) / rate)
}

/** What the log last refused: nobody of that turn goes before `until`. */
interface Refusal {
  readonly taking: Taking
  readonly at: number
  readonly until: number
  /** How many calls had been given back when the log was asked. */
  readonly givenBack: number
  /** Whether others of this instance went first. */
  readonly stoodBack: boolean
}

interface DispatcherOptions {
  readonly log: CallLog
  readonly rule: QuotaRule
  readonly room: WaitingRoom
  readonly owners: OwnerCalls
  /** How long the log may take to answer, in milliseconds. */
  readonly logTimeoutMs: number
  readonly timing: Timing
}

const largestBatch = 20
const retryAfterSeconds = 5

const stateUnavailable = (cause: unknown) =>
  new UpstreamError("shared_state_unavailable", {
    retryAfter: retryAfterSeconds,
    sent: false,
    cause,
  })

/** Takes calls from the log for those who wait, most urgent first, one question to the log at a time, and sleeps as long as the log says. */
export function createDispatcher(options: DispatcherOptions) {
  const { log, rule, room, owners, logTimeoutMs, timing } = options
  const refusals = new Map<Turn, Refusal>()
  let told = false
  let givenBack = 0
  let running: Promise<void> | undefined
  let wake = () => {}

  /** What the log refused before is asked for again: there is room now. */
  async function giveBack(id: string): Promise<void> {
    await log.giveBack(id)
    givenBack += 1
    wake()
  }

  const giveAllBack = (ids: readonly string[]) => {
    for (const id of ids) giveBack(id).catch(() => {})
  }

  /** What a late answer took is given back: nobody waits for it any more. */
  function ask(request: CallRequest): Promise<Taking> {
    const answer = log.take(request)
    return new Promise((resolve, reject) => {
      let late = false
      const answered = timing.after(logTimeoutMs, () => {
        late = true
        reject(new Error("The call log did not answer in time."))
      })
      answer
        .then((taking) => (late ? giveAllBack(taking.ids) : resolve(taking)), reject)
        .finally(answered)
    })
  }

  /** The last refusal of the turn, unless what stood in its way has gone. */
  function refusalOf(turn: Turn): Refusal | undefined {
    const refusal = refusals.get(turn)
    const isOver =
      refusal && (refusal.givenBack < givenBack || (refusal.stoodBack && !room.hasBefore(turn)))
    return isOver ? undefined : refusal
  }

  /** Tells how long somebody of the turn waits behind a number of others, from the last refusal; 0 where the log has refused nobody of that turn or a more urgent one. */
  const estimateFor = (turn: Turn): ((ahead: number) => number) => {
    const refusal = [turn, ...turnsBefore(turn).toReversed()].map(refusalOf).find(Boolean)
    if (!refusal) return () => 0
    const { taking, at } = refusal
    const { elsewhere } = taking
    const lane = laneOf(turn)
    const before = [...new Set([...turnsAhead(turn), lane])]
    const others = before.reduce((sum, each) => sum + elsewhere[each], 0)
    const waits = (each: Lane) => room.waits(each) || elsewhere[each] > 0
    const isShared = waits("person") && (waits("export") || waits("sync"))
    return (ahead) => {
      const waitMs = estimateWait(taking, { lane, ahead: ahead + others, isShared, rule })
      return Math.max(0, waitMs - (timing.now() - at))
    }
  }

  /** Gives each call to whom it was taken for; a person's calls are counted as that person's. */
  function admit(turn: Turn, ids: readonly string[], wanted: readonly string[]) {
    const lane = laneOf(turn)
    for (const [index, id] of ids.entries()) {
      const waiting = room.next(lane, lane === "person" ? wanted[index] : undefined)
      if (waiting) waiting.admit(id)
      else giveAllBack([id])
    }
  }

  /** Where a person turns out to be behind, or no longer, they are asked for once more in their new turn. */
  function keepRefusal(turn: Turn, taking: Taking, owner: string, before: number) {
    refusals.delete(turn)
    const lane = laneOf(turn)
    if (taking.waitMs <= 0 || room.turnOf({ lane, owner }) !== turn) return
    const at = timing.now()
    const stoodBack = room.hasBefore(turn)
    refusals.set(turn, { taking, at, until: at + taking.waitMs, givenBack: before, stoodBack })
    room.refuseHopeless(at, estimateFor)
  }

  async function takeFor(turn: Turn): Promise<void> {
    const lane = laneOf(turn)
    const wanted = room.owners(turn, largestBatch)
    const request = { lane, count: wanted.length, demand: room.demand() }
    const persons = { owners: wanted, share: owners.share }
    const before = givenBack
    const taking = await ask(lane === "person" ? { ...request, persons } : request)
    told = true
    owners.hear(taking.calls, taking.share)
    admit(turn, taking.ids, wanted)
    keepRefusal(turn, taking, wanted[taking.ids.length] ?? "", before)
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const callOff = timing.after(Math.max(ms, 0), resolve)
      wake = () => {
        callOff()
        resolve()
      }
    })

  /** Where nobody waits any more, the log is told, so that lower lanes elsewhere need not stand back. */
  async function withdraw(): Promise<void> {
    if (!told) return
    told = false
    if (refusals.size > 0) await ask({ lane: "sync", count: 0, demand: noDemand })
    refusals.clear()
  }

  /** How long the turn is refused yet, in milliseconds. */
  const restOf = (turn: Turn): number => (refusalOf(turn)?.until ?? 0) - timing.now()

  /** Asks for the most urgent who may go. Where persons wait, those who are behind need not ask; the background does, for its own part. */
  async function step(): Promise<void> {
    let rest = Number.POSITIVE_INFINITY
    for (const turn of room.turns()) {
      if (turn === "behind" && room.hasBefore(turn)) continue
      const restMs = restOf(turn)
      if (restMs <= 0) return takeFor(turn)
      rest = Math.min(rest, restMs)
    }
    await sleep(rest)
  }

  /** Begins after all who come at once have come, and gives `running` free in the very step in which it ends. */
  async function pump(): Promise<void> {
    await Promise.resolve()
    while (!room.isEmpty()) {
      await step().catch((cause) => {
        refusals.clear()
        room.refuseAll(stateUnavailable(cause))
      })
      if (room.isEmpty()) await withdraw().catch(() => {})
    }
    running = undefined
  }

  return {
    /** Somebody came or went. */
    nudge() {
      wake()
      running ??= pump()
    },
    estimate: (turn: Turn, ahead: number): number => estimateFor(turn)(ahead),
    /** The call that was admitted is not made. */
    giveBack,
    /** Resolves when nobody waits and the log knows it. */
    idle: async () => running,
  }
}
