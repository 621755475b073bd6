import { UpstreamError } from "../upstream-error"
import type { CallLog, CallRequest, Taking } from "./call-log"
import { estimateWait } from "./estimate-wait"
import { laneOf, noDemand, type Turn, turnsBefore } from "./lane"
import type { OwnerCalls } from "./owner-calls"
import type { QuotaRule } from "./quota-rule"
import type { WaitingRoom } from "./waiting-room"

/** What the log last refused: nobody of that turn, or of a lower lane, goes before `until`. */
interface Refusal {
  readonly turn: Turn
  readonly taking: Taking
  readonly at: number
  readonly until: number
  /** How many calls had been given back when the log was asked. */
  readonly givenBack: number
}

export interface DispatcherOptions {
  readonly log: CallLog
  readonly rule: QuotaRule
  readonly room: WaitingRoom
  readonly owners: OwnerCalls
  /** How long the log may take to answer, in milliseconds. */
  readonly logTimeoutMs: number
}

const largestBatch = 20
const retryAfterSeconds = 5
/** The process's running clock, which nobody sets. */
const runningClock = () => performance.now()

const stateUnavailable = (cause: unknown) =>
  new UpstreamError("shared_state_unavailable", {
    retryAfter: retryAfterSeconds,
    sent: false,
    cause,
  })

/** Takes calls from the log for those who wait, most urgent first, one question to the log at a time, and sleeps as long as the log says. */
export function createDispatcher({ log, rule, room, owners, logTimeoutMs }: DispatcherOptions) {
  /** Persons who are behind keep nobody else waiting. */
  let refusals: { lanes?: Refusal; behind?: Refusal } = {}
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
      const timer = setTimeout(() => {
        late = true
        reject(new Error("The call log did not answer in time."))
      }, logTimeoutMs)
      answer
        .then((taking) => (late ? giveAllBack(taking.ids) : resolve(taking)), reject)
        .finally(() => clearTimeout(timer))
    })
  }

  const isOutdated = (refusal: Refusal) => refusal.givenBack < givenBack

  /** From the last refusal; 0 where the log has refused nobody of that turn or a more urgent one. */
  const estimate = (turn: Turn, ahead: number): number => {
    const refusal = (turn === "behind" && refusals.behind) || refusals.lanes
    const lane = laneOf(turn)
    const higher = [...new Set([...turnsBefore(turn), lane])]
    if (!refusal || isOutdated(refusal) || !higher.includes(laneOf(refusal.turn))) return 0
    const { taking, at } = refusal
    const others = higher.reduce((sum, each) => sum + taking.elsewhere[each], 0)
    const waitMs = estimateWait(taking, { lane, ahead: ahead + others, rule })
    return Math.max(0, waitMs - (runningClock() - at))
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
    if (turn === "behind") delete refusals.behind
    else delete refusals.lanes
    const lane = laneOf(turn)
    if (taking.waitMs <= 0 || room.turnOf({ lane, owner }) !== turn) return
    const at = runningClock()
    const refusal = { turn, taking, at, until: at + taking.waitMs, givenBack: before }
    refusals = { ...refusals, [turn === "behind" ? "behind" : "lanes"]: refusal }
    room.refuseHopeless(at, estimate)
  }

  async function takeFor(turn: Turn): Promise<void> {
    const lane = laneOf(turn)
    const wanted = room.owners(turn, largestBatch)
    const request = { lane, count: wanted.length, demand: room.demand() }
    const persons = { owners: wanted, share: owners.share }
    const before = givenBack
    const taking = await ask(lane === "person" ? { ...request, persons } : request)
    told = true
    owners.hear(taking.calls)
    admit(turn, taking.ids, wanted)
    keepRefusal(turn, taking, wanted[taking.ids.length] ?? "", before)
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(ms, 0))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** Where nobody waits any more, the log is told, so that lower lanes elsewhere need not stand back. */
  async function withdraw(): Promise<void> {
    if (!told) return
    told = false
    if (refusals.lanes || refusals.behind) await ask({ lane: "sync", count: 0, demand: noDemand })
    refusals = {}
  }

  /** How long the turn is refused yet, in milliseconds. */
  function restOf(turn: Turn): number {
    const refusal = turn === "behind" ? refusals.behind : refusals.lanes
    return refusal?.turn === turn && !isOutdated(refusal) ? refusal.until - runningClock() : 0
  }

  /** Asks for the most urgent who may go; whoever is refused holds back the lower lanes, unless they are behind. */
  async function step(): Promise<void> {
    let rest = Number.POSITIVE_INFINITY
    for (const turn of room.turns()) {
      const restMs = restOf(turn)
      if (restMs <= 0) return takeFor(turn)
      rest = Math.min(rest, restMs)
      if (turn !== "behind") break
    }
    await sleep(rest)
  }

  /** Begins after all who come at once have come, and gives `running` free in the very step in which it ends. */
  async function pump(): Promise<void> {
    await Promise.resolve()
    while (!room.isEmpty()) {
      await step().catch((cause) => {
        refusals = {}
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
    estimate,
    /** The call that was admitted is not made. */
    giveBack,
    /** Resolves when nobody waits and the log knows it. */
    idle: async () => running,
  }
}
