import "server-only"
import { randomUUID } from "node:crypto"
import type { PatchOperation } from "../../../catalogue"
import { type ProblemCode, problems } from "../../../contract/problems"
import { readPatchText } from "../../../json-patch"
import { UpstreamError } from "../../../platform"
import { toBffError } from "../../http/problem"
import { type EditService, parametersOf } from "../editor"
import type { ClaimedBatch, EditBatches, SavedBatchItem } from "./table"

/** Temporary faults, with nothing sent. */
const passing: readonly ProblemCode[] = [
  "quota_exhausted",
  "shared_state_unavailable",
  "upstream_rate_limited",
  "upstream_unavailable",
  "upstream_unreachable",
  "upstream_timeout",
  "upstream_failed",
  "upstream_cut_off",
]
/** Faults of the dashboard's own access, which every other item would hit too. */
const everyones: readonly ProblemCode[] = ["upstream_unauthorized", "upstream_forbidden"]

/**
 * What happens to the batch: send the next item, wait, stop, or leave it, since another instance
 * has taken over.
 */
export type ItemOutcome =
  | { readonly kind: "next" | "leave" }
  | { readonly kind: "stop"; readonly reason: ProblemCode }
  | { readonly kind: "wait"; readonly seconds: number }

export interface ItemSenderParts {
  readonly editor: Pick<EditService, "edit">
  readonly batches: Pick<EditBatches, "putBack" | "explain" | "readItem">
  /** Removes the platform's address from its messages. */
  readonly hide: (text: string) => string
  readonly holder: string
  readonly rule: { readonly deadlineMs: number }
}

/**
 * Gives up the place in the quota's queue after a timeout, or when the batch is to stop; a request
 * already sent continues.
 */
function limitWait(ms: number, signal: AbortSignal) {
  const leaving = new AbortController()
  const leave = () => leaving.abort(new UpstreamError("quota_exhausted", { sent: false }))
  const timer = setTimeout(leave, ms)
  signal.addEventListener("abort", leave)
  if (signal.aborted) leave()
  return {
    signal: leaving.signal,
    end() {
      clearTimeout(timer)
      signal.removeEventListener("abort", leave)
    },
  }
}

const sentenceOf = (error: unknown, hide: (text: string) => string): string => {
  const { code, parts } = toBffError(error)
  return hide(parts.detail ?? parts.errors?.[0]?.message ?? problems[code].detail)
}

/** Sends single items of a batch, each as a separate edit, logged under its actor. */
export function createItemSender({ editor, batches, hide, holder, rule }: ItemSenderParts) {
  /**
   * Reads the outcome from the log; an item that waits or was not sent for a temporary reason waits
   * again.
   */
  async function conclude(batch: ClaimedBatch, recordId: string, error: unknown) {
    const { code, parts } = toBffError(error)
    const wait = { kind: "wait", seconds: parts.retryAfter ?? 0 } as const
    const item = await batches.readItem(batch.id, recordId)
    if (code === "batch_conflict" || !item) return { kind: "leave" } as const
    if (item.state === "waiting") return wait
    const isPassing = item.state === "not_sent" && passing.includes(code)
    if (isPassing || code === "upstream_rate_limited") {
      await batches.putBack(batch.id, recordId)
      return wait
    }
    await batches.explain(batch.id, recordId, sentenceOf(error, hide))
    return everyones.includes(code)
      ? ({ kind: "stop", reason: code } as const)
      : ({ kind: "next" } as const)
  }

  return async (
    batch: ClaimedBatch,
    { recordId, patch: text, undoes, personId, personName }: SavedBatchItem,
    { operation, signal }: { readonly operation: PatchOperation; readonly signal: AbortSignal },
  ): Promise<ItemOutcome> => {
    const patch = readPatchText(text)
    if (!patch.ok) throw new TypeError("A batch holds what is no patch.")
    const wait = limitWait(rule.deadlineMs, signal)
    try {
      const { problem } = await editor.edit({
        operation,
        patch,
        requestId: randomUUID(),
        parameters: parametersOf(operation, recordId),
        session: { sub: personId, ...(personName !== null && { name: personName }) },
        ...(undoes !== null && { undoes }),
        batch: { id: batch.id, holder },
        ticket: { priority: "export", person: personId, signal: wait.signal },
      })
      return problem ? conclude(batch, recordId, problem) : { kind: "next" }
    } catch (error) {
      return conclude(batch, recordId, error)
    } finally {
      wait.end()
    }
  }
}
