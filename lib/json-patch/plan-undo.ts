import { applyPatch } from "./apply-patch"
import type { JsonDocument } from "./json-object"
import { parsePointer, printPointer } from "./json-pointer"
import { equalJson } from "./json-value"
import type { JsonPatchOperation } from "./parse-patch"
import { valueAt } from "./value-at"
import { isPosition, isWithin, writtenPointers } from "./written-pointers"

/** The record with the old values, or why they cannot be restored. */
export type UndoPlan =
  | { readonly ok: true; readonly target: JsonDocument }
  /** Pointers whose value differs from what the patch wrote. */
  | { readonly ok: false; readonly reason: "changed"; readonly changed: readonly string[] }
  /** The patch does not record the old values. */
  | { readonly ok: false; readonly reason: "unguarded" }

/** The value at a pointer before the patch. */
interface OldValue {
  readonly path: string
  readonly value: unknown
}

const fieldPointer = (pointer: string) => printPointer((parsePointer(pointer) ?? []).slice(0, 1))

/** The value at a pointer, null for a missing field. */
export const valueOrNull = (document: unknown, pointer: string) =>
  valueAt(document, pointer) ?? null

/** A test of the whole document gives the value of each of its fields. */
function narrow({ path, value }: OldValue, written: string): OldValue {
  if (path !== "") return { path, value }
  const field = fieldPointer(written)
  return { path: field, value: valueOrNull(value, field) }
}

/**
 * The old value of what is written, from a test before the first write to the same field. For an
 * element whose write shifts others, only a test of its array counts.
 */
function findOldValue(
  operations: readonly JsonPatchOperation[],
  { op }: JsonPatchOperation,
  written: string,
): OldValue | undefined {
  const field = fieldPointer(written)
  if (field === "") return undefined
  const isMoving = op !== "replace" && isPosition(written)
  const first = operations.findIndex((each) =>
    writtenPointers(each).some((pointer) => isWithin(pointer, field)),
  )
  const proof = operations
    .slice(0, first)
    .find(
      ({ op, path }) => op === "test" && isWithin(written, path) && !(isMoving && path === written),
    )
  return proof?.op === "test" ? narrow(proof, written) : undefined
}

/** The outermost old values of everything written, or undefined if one is not recorded. */
export function listOldValues(operations: readonly JsonPatchOperation[]): OldValue[] | undefined {
  const found = operations.flatMap((operation) =>
    writtenPointers(operation).map((pointer) => findOldValue(operations, operation, pointer)),
  )
  const known = found.filter((each) => each !== undefined)
  if (known.length < found.length) return undefined
  const byPath = new Map(known.map((each) => [each.path, each]))
  return [...byPath.values()].filter(
    ({ path }) => ![...byPath.keys()].some((outer) => outer !== path && isWithin(path, outer)),
  )
}

/** A null field may be missing, but an element must exist. */
const restore = ({ path, value }: OldValue): JsonPatchOperation => ({
  op: fieldPointer(path) === path ? "add" : "replace",
  path,
  value,
})

/** `restore` has been applied to a document, so the result is one. */
const asDocument = (document: unknown) => document as JsonDocument

const refuse = (changed: readonly OldValue[]): UndoPlan => ({
  ok: false,
  reason: "changed",
  changed: changed.map(({ path }) => path),
})

/**
 * The patch that undoes an applied one on the current record. Only possible if the patch records
 * every old value, and if applying it to those gives the record's current values.
 */
export function planUndo(
  operations: readonly JsonPatchOperation[],
  current: JsonDocument,
): UndoPlan {
  const old = listOldValues(operations)
  if (!old) return { ok: false, reason: "unguarded" }
  const restored = applyPatch(current, old.map(restore).toReversed())
  if (!restored.ok) return refuse(old.filter((each) => !applyPatch(current, [restore(each)]).ok))
  const writes = operations.filter(({ op }) => op !== "test")
  const again = applyPatch(restored.document, writes)
  const changed = old.filter(
    ({ path }) =>
      !again.ok || !equalJson(valueOrNull(again.document, path), valueOrNull(current, path)),
  )
  return changed.length > 0 ? refuse(changed) : { ok: true, target: asDocument(restored.document) }
}
