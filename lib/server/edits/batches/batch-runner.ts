import "server-only"
import { randomUUID } from "node:crypto"
import type { PatchOperation } from "../../../catalogue"
import { type LeaseRule, type LeaseRunner, startLeaseRunner } from "../../../db"
import { describeError, type Log } from "../../http/log"
import { createItemSender, type ItemSenderParts } from "./send-item"
import type { BatchHolder, ClaimedBatch, EditBatches } from "./table"

/** How an instance works on batches; times in milliseconds. */
export interface BatchRule extends LeaseRule {
  /** The first wait after a fault that is not the item's; each later one is twice that. */
  readonly pauseMs: number
  readonly maxPauseMs: number
  /** How long an item may wait for its turn at a time. */
  readonly deadlineMs: number
  /** How long a second lasts of those that an error asks to wait. */
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

/** Works on batches in the background of one instance. */
export type BatchRunner = LeaseRunner

export interface BatchRunnerParts extends Omit<ItemSenderParts, "holder" | "rule"> {
  readonly batches: EditBatches
  /** Whether a person may change departments now; throws where that cannot be told. */
  readonly mayWrite: (person: string) => Promise<boolean>
  /** The operation that changes go to. */
  readonly readOperation: () => Promise<PatchOperation>
  readonly log: Log
  readonly rule?: BatchRule
  /** The instance that holds what is worked on here; a name of its own unless told otherwise. */
  readonly holder?: string | undefined
}

/** Starts to look for batches, those too that a process left behind. */
export function startBatchRunner(parts: BatchRunnerParts): BatchRunner {
  const { batches, mayWrite, readOperation, log, rule = defaultBatchRule } = parts
  const { holder = randomUUID() } = parts
  const sendItem = createItemSender({ ...parts, holder, rule })
  /** Faults in a row, by batch. */
  const faults = new Map<string, number>()

  const pauseOf = (faultsBefore: number) =>
    Math.min(rule.pauseMs * 2 ** Math.min(faultsBefore, 10), rule.maxPauseMs)

  /** What nobody may send any more stops the batch, else it is done. */
  async function finish(held: BatchHolder, hasDisowned: boolean): Promise<void> {
    if (hasDisowned) await batches.stop(held.id, { reason: "role_lost" })
    else if (!(await batches.end(held))) await batches.putOff(held, rule.pauseMs)
  }

  /** One item after the other, until none waits, the batch is no longer this instance's, or something has to pass first. */
  async function send(batch: ClaimedBatch, signal: AbortSignal): Promise<void> {
    const held = { id: batch.id, holder }
    /** Whose items are not sent, as they are no administrators any more. */
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
