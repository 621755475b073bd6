import "server-only"
import { randomUUID } from "node:crypto"
import type { PatchOperation } from "../../../catalogue"
import { type LeaseRule, type LeaseRunner, startLeaseRunner } from "../../../db"
import { describeError, type Log } from "../../http/log"
import { createItemSender, type ItemSenderParts } from "./send-item"
import type { BatchHolder, ClaimedBatch, EditBatches } from "./table"

/** How an instance works on batches; times in milliseconds. */
export interface BatchRule extends LeaseRule {
  /** The first wait after a fault unrelated to the item; each further fault doubles it. */
  readonly pauseMs: number
  readonly maxPauseMs: number
  /** How long an item may queue for quota at a time. */
  readonly deadlineMs: number
  /** How many milliseconds to wait per second that an error requests. */
  readonly secondMs: number
}

export const defaultBatchRule: BatchRule = {
  max: 4,
  pollMs: 3000,
  leaseMs: 30_000,
  deadlineMs: 90_000,
  pauseMs: 5000,
  maxPauseMs: 300_000,
  secondMs: 1000,
}

export type BatchRunner = LeaseRunner

export interface BatchRunnerParts extends Omit<ItemSenderParts, "holder" | "rule"> {
  readonly batches: EditBatches
  /** Whether a person may change departments now; throws if that cannot be determined. */
  readonly mayWrite: (person: string) => Promise<boolean>
  /** The operation that changes are sent to. */
  readonly readOperation: () => Promise<PatchOperation>
  readonly log: Log
  readonly rule?: BatchRule
  /** The instance that holds the leases; defaults to a random id. */
  readonly holder?: string | undefined
}

/** Starts looking for batches, including those that another process left behind. */
export function startBatchRunner(parts: BatchRunnerParts): BatchRunner {
  const { batches, mayWrite, readOperation, log, rule = defaultBatchRule } = parts
  const { holder = randomUUID() } = parts
  const sendItem = createItemSender({ ...parts, holder, rule })
  /** Consecutive faults, by batch. */
  const faults = new Map<string, number>()

  const pauseOf = (faultsBefore: number) =>
    Math.min(rule.pauseMs * 2 ** Math.min(faultsBefore, 10), rule.maxPauseMs)

  /**
   * Stops the batch if its remaining items have nobody left who may send them; otherwise ends it.
   */
  async function finish(held: BatchHolder, hasDisowned: boolean): Promise<void> {
    if (hasDisowned) await batches.stop(held.id, { reason: "role_lost" })
    else if (!(await batches.end(held))) await batches.putOff(held, rule.pauseMs)
  }

  /** Sends items one by one, until none waits, the lease is lost, or a fault has to pass first. */
  async function send(batch: ClaimedBatch, signal: AbortSignal): Promise<void> {
    const held = { id: batch.id, holder }
    /** People whose items are not sent because they are no longer administrators. */
    const disowned: string[] = []
    while (!signal.aborted) {
      const item = await batches.next(batch.id, disowned)
      if (!item) return finish(held, disowned.length > 0)
      if (!(await mayWrite(item.personId))) {
        disowned.push(item.personId)
        continue
      }
      const outcome = await sendItem(batch, item, { operation: await readOperation(), signal })
      if (outcome.kind === "leave") return
      if (outcome.kind === "stop") {
        await batches.stop(batch.id, { reason: outcome.reason })
        return
      }
      if (outcome.kind === "wait") {
        const faultsBefore = faults.get(batch.id) ?? 0
        faults.set(batch.id, faultsBefore + 1)
        const waitMs = Math.max(pauseOf(faultsBefore), outcome.seconds * rule.secondMs)
        return batches.putOff(held, waitMs)
      }
      faults.delete(batch.id)
    }
  }

  return startLeaseRunner<ClaimedBatch>(
    {
      claim: (max) => batches.claim(holder, rule.leaseMs, max),
      renew: (ids) => batches.renew(holder, rule.leaseMs, ids),
      work: (batch, signal) =>
        send(batch, signal).catch(async (error: unknown) => {
          log.error({ operation: "batch", error: describeError(error) }, "batches")
          await batches.putOff({ id: batch.id, holder }, rule.pauseMs).catch(() => {})
        }),
      release: (id) => batches.release(holder, id),
      complain: (error) => log.error({ error: describeError(error) }, "batches"),
    },
    rule,
  )
}
