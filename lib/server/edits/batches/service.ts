import "server-only"
import { setImmediate as pause } from "node:timers/promises"
import type { Problem } from "../../../catalogue"
import type { Batch, BatchChange, Batches, BatchOrder, BatchSummary } from "../../../contract"
import { readPatchText } from "../../../json-patch"
import type { Session } from "../../../session"
import { BffError } from "../../http/problem"
import type { BatchRunner } from "./batch-runner"
import type { BatchActor, EditBatches, SavedBatch } from "./table"

/** Patches checked before other work gets its turn. */
const patchesAtOnce = 100

const problemsShown = 100

const faults = {
  too_large: "is larger than 64 KiB",
  cut_off: "is cut off",
  not_json: "is no JSON in UTF-8",
  malformed: "is no JSON Patch",
} as const

function patchProblem(text: string, parameter: string): Problem[] {
  const patch = readPatchText(text)
  if (patch.ok) return []
  const why = patch.code === "malformed" ? ` ${patch.problems[0]?.message ?? ""}` : ""
  return [{ parameter, message: `${parameter} ${faults[patch.code]}.${why}` }]
}

/**
 * Checks each patch by the rules of a single one, and that each record occurs once; throws
 * `invalid_body` (400) with every problem.
 */
async function requirePatches(
  items: readonly { readonly recordId: string; readonly patch?: string | undefined }[],
): Promise<void> {
  const seen = new Set<string>()
  const problems: Problem[] = []
  for (const [index, { recordId, patch }] of items.entries()) {
    const path = `items.${index}`
    if (index % patchesAtOnce === patchesAtOnce - 1) await pause()
    if (seen.has(recordId))
      problems.push({ parameter: path, message: `${path} is of a record that is there twice.` })
    seen.add(recordId)
    if (patch !== undefined) problems.push(...patchProblem(patch, `${path}.patch`))
    if (problems.length >= problemsShown) break
  }
  if (problems.length > 0) throw new BffError("invalid_body", { errors: problems })
}

const shown = 20

const notFound = () => new BffError("not_found", { detail: "There is no batch under this id." })
const conflict = (detail: string) => new BffError("batch_conflict", { detail })

/**
 * Repeating an item is harmless; missing one that was committed just after its timestamp is not.
 */
const overlapMs = 5000

const noCounts = { waiting: 0, sending: 0, applied: 0, refused: 0, not_sent: 0, unknown: 0 }

/** A batch as the API returns it; times as ISO text. */
const showBatch = ({
  startedAt,
  endedAt,
  counts,
  readAt: _,
  ...batch
}: SavedBatch): BatchSummary => ({
  ...batch,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  counts: { ...noCounts, ...counts },
})

interface BatchesServiceParts {
  readonly batches: EditBatches
  readonly runner: Pick<BatchRunner, "wake" | "drop">
}

const actorOf = ({ sub, name, email }: Session): BatchActor => ({
  personId: sub,
  personName: name ?? email,
})

/**
 * Operations on batches: anyone who may read departments sees all of them, administrators create
 * and change them.
 */
export function createBatchesService({ batches, runner }: BatchesServiceParts) {
  async function find(id: string): Promise<SavedBatch> {
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
    /**
     * Includes every record's item, or only those changed since the `mark` of an earlier response.
     */
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
