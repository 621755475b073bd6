import { UpstreamError } from "../upstream-error"
import { type CallLog, type CallRequest, maxLeaves, type TakeResult } from "./call-log"
import type { CallQueue, OwnerCalls } from "./call-queue"
import {
  noDemand,
  type Priority,
  priorityOf,
  type QueueClass,
  type QuotaRule,
  queuesAfter,
  type Timing,
  yieldsTo,
} from "./governor"

/**
 * How many milliseconds after a refusal a call can expect to wait behind `ahead` others, if nobody else
 * comes: each slot of the limit comes free once a window, for persons without those reserved while the
 * background waits too. The background counts on half of the rate, or on its reserve while people wait.
 */
export function estimateWait(
  { waitMs, leavesMs }: Pick<TakeResult, "waitMs" | "leavesMs">,
  {
    priority,
    ahead: before,
    isShared = false,
    rule,
  }: {
    readonly priority: Priority
    readonly ahead: number
    /** Whether people and the background both wait. */
    readonly isShared?: boolean
    readonly rule: QuotaRule
  },
): number {
  const { limit, windowMs, reserved = 0 } = rule
  const isPerson = priority === "person"
  const ahead = isShared && isPerson ? Math.floor((before * limit) / (limit - reserved)) : before
  const free = leavesMs.length < maxLeaves ? Math.max(0, limit - leavesMs.length) : 0
  const slots = free + leavesMs.length
  const slotMs = leavesMs[(ahead % slots) - free] ?? 0
  const estimateMs = Math.max(waitMs, slotMs) + Math.floor(ahead / slots) * windowMs
  const rate = isShared && reserved > 0 ? reserved : limit / 2
  return isPerson ? estimateMs : Math.max(estimateMs, (ahead * windowMs) / rate)
}

/** The log's last refusal of a queue class, none of whose calls can go before `until`. */
interface Refusal {
  readonly result: TakeResult
  readonly at: number
  readonly until: number
  /** How many calls had been given back when the request was sent. */
  readonly givenBack: number
  /** Whether more urgent calls of this instance were waiting. */
  readonly hasYielded: boolean
}

interface DispatcherOptions {
  readonly log: CallLog
  readonly rule: QuotaRule
  readonly queue: CallQueue
  readonly owners: OwnerCalls
  /** How long the log may take to answer, in milliseconds. */
  readonly logTimeoutMs: number
  readonly timing: Timing
}

const maxBatch = 20
const retryAfterSeconds = 5

const stateUnavailable = (cause: unknown) =>
  new UpstreamError("shared_state_unavailable", {
    retryAfter: retryAfterSeconds,
    sent: false,
    cause,
  })

/** Takes calls from the log for those who wait, most urgent first, one request at a time, and after a refusal sleeps as long as the log says. */
export function createDispatcher(options: DispatcherOptions) {
  const { log, rule, queue, owners, logTimeoutMs, timing } = options
  const refusals = new Map<QueueClass, Refusal>()
  let isDemandReported = false
  let givenBack = 0
  let running: Promise<void> | undefined
  let wake = () => {}

  /** A slot that is given back voids earlier refusals. */
  async function giveBack(id: string): Promise<void> {
    await log.giveBack(id)
    givenBack += 1
    wake()
  }

  const giveAllBack = (ids: readonly string[]) => {
    for (const id of ids) giveBack(id).catch(() => {})
  }

  /** Rejects where the log does not answer in time; what a late answer took is given back. */
  function requestCalls(request: CallRequest): Promise<TakeResult> {
    const answer = log.take(request)
    return new Promise((resolve, reject) => {
      let late = false
      const cancel = timing.after(logTimeoutMs, () => {
        late = true
        reject(new Error("The call log did not answer in time."))
      })
      answer
        .then((result) => (late ? giveAllBack(result.ids) : resolve(result)), reject)
        .finally(cancel)
    })
  }

  /** The last refusal of the class, unless its cause is gone. */
  function activeRefusal(queueClass: QueueClass): Refusal | undefined {
    const refusal = refusals.get(queueClass)
    const isOver =
      refusal &&
      (refusal.givenBack < givenBack || (refusal.hasYielded && !queue.hasMoreUrgent(queueClass)))
    return isOver ? undefined : refusal
  }

  /** Estimates from the last refusal how long a call of the class waits behind a number of others; 0 where neither the class nor a more urgent one was refused. */
  const estimateFor = (queueClass: QueueClass): ((ahead: number) => number) => {
    const refusal = [queueClass, ...yieldsTo(queueClass).toReversed()]
      .map(activeRefusal)
      .find(Boolean)
    if (!refusal) return () => 0
    const { result, at } = refusal
    const { elsewhere } = result
    const priority = priorityOf(queueClass)
    const before = [...new Set([...queuesAfter(queueClass), priority])]
    const others = before.reduce((sum, each) => sum + elsewhere[each], 0)
    const waits = (each: Priority) => queue.hasWaiting(each) || elsewhere[each] > 0
    const isShared = waits("person") && (waits("export") || waits("sync"))
    return (ahead) => {
      const waitMs = estimateWait(result, { priority, ahead: ahead + others, isShared, rule })
      return Math.max(0, waitMs - (timing.now() - at))
    }
  }

  /** Gives each call to the owner it was taken for, since the log counts it as theirs. */
  function admit(queueClass: QueueClass, ids: readonly string[], wanted: readonly string[]) {
    const priority = priorityOf(queueClass)
    for (const [index, id] of ids.entries()) {
      const waiting = queue.next(priority, priority === "person" ? wanted[index] : undefined)
      if (waiting) waiting.admit(id)
      else giveAllBack([id])
    }
  }

  /** Keeps no refusal of a person whose class changed with the answer: their call is requested again in the new class. */
  function recordRefusal(
    queueClass: QueueClass,
    result: TakeResult,
    owner: string,
    before: number,
  ) {
    refusals.delete(queueClass)
    const priority = priorityOf(queueClass)
    if (result.waitMs <= 0 || queue.classOf({ priority, owner }) !== queueClass) return
    const at = timing.now()
    const hasYielded = queue.hasMoreUrgent(queueClass)
    refusals.set(queueClass, {
      result,
      at,
      until: at + result.waitMs,
      givenBack: before,
      hasYielded,
    })
    queue.refuseOverdue(at, estimateFor)
  }

  async function takeFor(queueClass: QueueClass): Promise<void> {
    const priority = priorityOf(queueClass)
    const wanted = queue.owners(queueClass, maxBatch)
    const request = { priority, count: wanted.length, demand: queue.demand() }
    const persons = { owners: wanted, share: owners.share }
    const before = givenBack
    const result = await requestCalls(priority === "person" ? { ...request, persons } : request)
    isDemandReported = true
    owners.record(result.calls, result.share)
    admit(queueClass, result.ids, wanted)
    recordRefusal(queueClass, result, wanted[result.ids.length] ?? "", before)
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = timing.after(Math.max(ms, 0), resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })

  /** Once nobody waits, clears this instance's demand in the log, so that other instances need not yield to it. */
  async function withdrawDemand(): Promise<void> {
    if (!isDemandReported) return
    isDemandReported = false
    if (refusals.size > 0) await requestCalls({ priority: "sync", count: 0, demand: noDemand })
    refusals.clear()
  }

  /** For how many milliseconds the class is still refused. */
  const refusedMs = (queueClass: QueueClass): number =>
    (activeRefusal(queueClass)?.until ?? 0) - timing.now()

  /** Requests calls for the most urgent class that is not refused. Persons over their share yield to others without a request; the background may have its reserve. */
  async function takeNext(): Promise<void> {
    let sleepMs = Number.POSITIVE_INFINITY
    for (const queueClass of queue.waitingClasses()) {
      if (queueClass === "over-share" && queue.hasMoreUrgent(queueClass)) continue
      const waitMs = refusedMs(queueClass)
      if (waitMs <= 0) return takeFor(queueClass)
      sleepMs = Math.min(sleepMs, waitMs)
    }
    await sleep(sleepMs)
  }

  /** Starts in the next microtask, so that calls queued together go in one request; clears `running` synchronously when it ends. */
  async function drainQueue(): Promise<void> {
    await Promise.resolve()
    while (!queue.isEmpty()) {
      await takeNext().catch((cause) => {
        refusals.clear()
        queue.refuseAll(stateUnavailable(cause))
      })
      if (queue.isEmpty()) await withdrawDemand().catch(() => {})
    }
    running = undefined
  }

  return {
    /** To be called when a call joins or leaves the queue. */
    recheck() {
      wake()
      running ??= drainQueue()
    },
    estimate: (queueClass: QueueClass, ahead: number): number => estimateFor(queueClass)(ahead),
    /** Returns the slot of an admitted call that is not made. */
    giveBack,
    /** Resolves when nobody waits and the log has no demand of this instance. */
    idle: async () => running,
  }
}
