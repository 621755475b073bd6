import type { BatchItem } from "@/lib/client"
import {
  applyPatch,
  isPosition,
  isWithin,
  type JsonObject,
  type JsonPatchOperation,
  parsePatch,
  parsePointer,
  pointersOf,
  printPointer,
} from "@/lib/json-patch"
import type { Aim } from "./plan-dry-run"

/** An applied patch leaves an object an object, unless it replaces the whole, which none of ours does. */
const asDocument = (document: unknown) => document as JsonObject

function operationsOf(patch: string) {
  const parsed = parsePatch(JSON.parse(patch))
  return parsed.ok ? parsed.operations : []
}

/** Whether it leads to or through an array's element, where another one may stand by now. */
const isByPlace = (pointer: string) => pointer.split("/").some((token) => isPosition(`/${token}`))

const fieldOf = (pointer: string) => parsePointer(pointer)?.[0] ?? ""

/** A write as it is, and a test as far as it is of these fields: one of the whole record tells the value of each. */
function narrow(operation: JsonPatchOperation, fields: ReadonlySet<string>): JsonPatchOperation[] {
  if (operation.op !== "test") return [operation]
  const { op, path, value } = operation
  if (path !== "") return fields.has(fieldOf(path)) ? [operation] : []
  const values = new Map(Object.entries(value ?? {}))
  return [...fields].map((field) => ({ op, path: printPointer([field]), value: values.get(field) }))
}

/**
 * The same change once more, on the department as it is by now: what the patch writes, without its tests,
 * but for those of fields that it writes into by place.
 */
function reachOf(patch: string): Aim["reach"] {
  const operations = operationsOf(patch)
  const writes = operations.filter(({ op }) => op !== "test")
  const placed = writes.flatMap(pointersOf).filter(isByPlace)
  const fields = new Set(placed.map(fieldOf))
  const kept = operations.flatMap((operation) => narrow(operation, fields))
  const tests = kept.filter(({ op }) => op === "test")
  const isTold = placed.every((pointer) => tests.some(({ path }) => isWithin(pointer, path)))
  return (current) => {
    const outcome = isTold ? applyPatch(current, kept) : undefined
    return outcome?.ok ? asDocument(outcome.document) : undefined
  }
}

/** What departments of a batch were to become, for another try. */
export const retryAims = (items: readonly Pick<BatchItem, "recordId" | "patch">[]): Aim[] =>
  items.map(({ recordId, patch }) => ({ id: recordId, reach: reachOf(patch) }))
