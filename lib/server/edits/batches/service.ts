import "server-only"
import type { Batch, BatchChange, Batches, BatchOrder, BatchSummary } from "../../../contract"
import type { Session } from "../../../session"
import { BffError } from "../../http/problem"
import type { BatchRunner } from "./batch-runner"
import { requirePatches } from "./require-patches"
import type { BatchActor, EditBatches, KeptBatch } from "./table"

const shown = 20

const notFound = () => new BffError("not_found", { detail: "There is no batch under this id." })
const conflict = (detail: string) => new BffError("batch_conflict", { detail })

/** What is told twice does no harm; a change that is on disk a moment after its time must not be missed. */
const overlapMs = 5000

const noCounts = { waiting: 0, sending: 0, applied: 0, refused: 0, not_sent: 0, unknown: 0 }

/** A batch as people see it; times as ISO text. */
const showBatch = ({
  startedAt,
  endedAt,
  counts,
  readAt: _,
  ...batch
}: KeptBatch): BatchSummary => ({
  ...batch,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  counts: { ...noCounts, ...counts },
})

export interface BatchesServiceParts {
  readonly batches: EditBatches
  readonly runner: Pick<BatchRunner, "wake" | "drop">
}

const actorOf = ({ sub, name, email }: Session): BatchActor => ({
  personId: sub,
  personName: name ?? email,
})

/** What people do with batches: who may read about departments sees them all, administrators order them. */
export function createBatchesService({ batches, runner }: BatchesServiceParts) {
  async function find(id: string): Promise<KeptBatch> {
    const batch = await batches.find(id)
    if (!batch) throw notFound()
    return batch
  }

  async function retry(
    id: string,
    items: Parameters<EditBatches["retry"]>[1],
    by: BatchActor,
  ): Promise<void> {
    await requirePatches(items)
    if (!(await batches.retry(id, items, by)))
      throw conflict("Only what was refused, not sent or found not to be made can be tried again.")
    runner.wake()
  }

  return {
    async start(session: Session, order: BatchOrder): Promise<{ readonly id: string }> {
      await requirePatches(order.items)
      const id = await batches.create({ ...order, ...actorOf(session) })
      if (id === undefined)
        throw new BffError("invalid_body", {
          errors: [{ parameter: "undoes", message: "undoes names no batch." }],
        })
      runner.wake()
      return { id }
    },
    list: async (): Promise<Batches> => ({ batches: (await batches.list(shown)).map(showBatch) }),
    /** With each record's part, or those that have changed since the `mark` of an earlier answer. */
    async read(id: string, since?: Date): Promise<Batch> {
      const batch = await find(id)
      const items = await batches.readItems(id, since)
      const mark = new Date(batch.readAt.getTime() - overlapMs).toISOString()
      return { ...showBatch(batch), mark, items: items.map(({ undoes: _, ...item }) => item) }
    },
    async change(session: Session, id: string, change: BatchChange): Promise<BatchSummary> {
      await find(id)
      const by = actorOf(session)
      if (change.action === "retry") await retry(id, change.items, by)
      else if (change.action === "stop") {
        if (!(await batches.stop(id, by))) throw conflict("The batch is not running.")
        runner.drop(id)
      } else {
        if (!(await batches.resume(id, by))) throw conflict("The batch is not stopped.")
        runner.wake()
      }
      return showBatch(await find(id))
    },
  }
}

export type BatchesService = ReturnType<typeof createBatchesService>
