import type { BatchItem } from "@/lib/client"
import { applyPatch, type JsonObject, parsePatch } from "@/lib/json-patch"
import type { Aim } from "./plan-dry-run"

/** An applied patch leaves an object an object, unless it replaces the whole, which none of ours does. */
const asDocument = (document: unknown) => document as JsonObject

function operationsOf(patch: string) {
  const parsed = parsePatch(JSON.parse(patch))
  return parsed.ok ? parsed.operations : []
}

/** The same change once more, on the department as it is by now: what the patch writes, without its tests. */
function reachOf(patch: string): Aim["reach"] {
  const writes = operationsOf(patch).filter(({ op }) => op !== "test")
  return (current) => {
    const outcome = applyPatch(current, writes)
    return outcome.ok ? asDocument(outcome.document) : undefined
  }
}

/** What departments of a batch were to become, for another try. */
export const retryAims = (items: readonly Pick<BatchItem, "recordId" | "patch">[]): Aim[] =>
  items.map(({ recordId, patch }) => ({ id: recordId, reach: reachOf(patch) }))
