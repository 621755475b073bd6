import { UpstreamError } from "../upstream-error"
import type { CallLog, CallRequest, Taking } from "./call-log"
import { estimateWait } from "./estimate-wait"
import { type Lane, lanes, noDemand } from "./lane"
import type { QuotaRule } from "./quota-rule"
import type { WaitingRoom } from "./waiting-room"

/** What the log last refused: nobody of that lane or a lower one goes before `until`. */
interface Refusal {
  readonly lane: Lane
  readonly taking: Taking
  readonly at: number
  readonly until: number
}

export interface DispatcherOptions {
  readonly log: CallLog
  readonly rule: QuotaRule
  readonly room: WaitingRoom
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
export function createDispatcher({ log, rule, room, logTimeoutMs }: DispatcherOptions) {
  let refusal: Refusal | undefined
  let told = false
  let running: Promise<void> | undefined
  let wake = () => {}

  const giveBack = (ids: readonly string[]) => {
    for (const id of ids) log.giveBack(id).catch(() => {})
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
        .then((taking) => (late ? giveBack(taking.ids) : resolve(taking)), reject)
        .finally(() => clearTimeout(timer))
    })
  }

  /** From the last refusal; 0 where the log has refused nobody of that lane or a more urgent one. */
  const estimate = (lane: Lane, ahead: number): number => {
    const higher = lanes.slice(0, lanes.indexOf(lane) + 1)
    if (!refusal || !higher.includes(refusal.lane)) return 0
    const { taking, at } = refusal
    const others = higher.reduce((sum, each) => sum + taking.elsewhere[each], 0)
    const waitMs = estimateWait(taking, { lane, ahead: ahead + others, rule })
    return Math.max(0, waitMs - (runningClock() - at))
  }

  async function takeFor(lane: Lane): Promise<void> {
    const demand = room.demand()
    const taking = await ask({ lane, demand, count: Math.min(demand[lane], largestBatch) })
    told = true
    const now = runningClock()
    for (const id of taking.ids) {
      const waiting = room.next(lane)
      if (waiting) waiting.admit(id)
      else giveBack([id])
    }
    refusal = undefined
    if (taking.waitMs <= 0) return
    refusal = { lane, taking, at: now, until: now + taking.waitMs }
    room.refuseHopeless(now, estimate)
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
    if (refusal) await ask({ lane: "sync", count: 0, demand: noDemand })
    refusal = undefined
  }

  async function step(lane: Lane): Promise<void> {
    const restMs = refusal?.lane === lane ? refusal.until - runningClock() : 0
    if (restMs > 0) await sleep(restMs)
    else await takeFor(lane)
  }

  /** Begins after all who come at once have come, and gives `running` free in the very step in which it ends. */
  async function pump(): Promise<void> {
    await Promise.resolve()
    for (let lane = room.busiest(); lane; lane = room.busiest()) {
      await step(lane).catch((cause) => {
        refusal = undefined
        room.refuseAll(stateUnavailable(cause))
      })
      if (room.busiest() === undefined) await withdraw().catch(() => {})
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
    /** Resolves when nobody waits and the log knows it. */
    idle: async () => running,
  }
}
