import type { JsonDocument } from "./json-object"
import { parsePointer } from "./json-pointer"
import { equalJson } from "./json-value"
import type { JsonPatchOperation } from "./parse-patch"
import { listOldValues, planUndo, valueOrNull } from "./plan-undo"
import { writtenPointers } from "./written-pointers"

/** A part of a patch that can be undone separately: a field, or fields linked by a move or copy. */
export type UndoPart = { readonly fields: readonly string[] } & (
  | { readonly state: "open"; readonly old: JsonDocument }
  /**
   * The old values are already back, the values have changed since, or the patch does not record
   * the old ones.
   */
  | { readonly state: "undone" | "changed" | "unguarded" }
)

/** Undefined for the document itself. */
const fieldOf = (pointer: string) => parsePointer(pointer)?.[0]

const pointersOf = (operation: JsonPatchOperation) =>
  operation.op === "copy" ? [operation.from, operation.path] : writtenPointers(operation)

/** The fields that a patch writes, in order. Fields named by the same operation are grouped. */
function bindFields(operations: readonly JsonPatchOperation[]): string[][] {
  let bound: string[][] = []
  for (const operation of operations) {
    const fields = pointersOf(operation).flatMap((pointer) => fieldOf(pointer) ?? [])
    if (fields.length === 0) continue
    const meets = (group: readonly string[]) => group.some((field) => fields.includes(field))
    const joined = [...new Set([...bound.filter(meets).flat(), ...fields])]
    const at = bound.findIndex(meets)
    const others = bound.filter((group) => !meets(group))
    bound = at < 0 ? [...bound, joined] : others.toSpliced(at, 0, joined)
  }
  return bound
}

function judgePart(
  operations: readonly JsonPatchOperation[],
  fields: readonly string[],
  current: JsonDocument,
): UndoPart {
  const plan = planUndo(operations, current)
  if (plan.ok) {
    const old = fields.map((field) => [field, plan.target[field] ?? null] as const)
    return { fields, state: "open", old: Object.fromEntries(old) }
  }
  if (plan.reason === "unguarded") return { fields, state: "unguarded" }
  const isBack = listOldValues(operations)?.every(({ path, value }) =>
    equalJson(valueOrNull(current, path), value ?? null),
  )
  return { fields, state: isBack ? "undone" : "changed" }
}

/**
 * How to undo each part of an applied patch on the current record. Empty if it writes the whole
 * document.
 */
export function planUndoParts(
  operations: readonly JsonPatchOperation[],
  current: JsonDocument,
): UndoPart[] {
  const isWhole = operations.some((operation) => writtenPointers(operation).includes(""))
  if (isWhole) return []
  return bindFields(operations).map((fields) => {
    const own = operations.filter((operation) => {
      const field = fieldOf(operation.path)
      return field === undefined || fields.includes(field)
    })
    return judgePart(own, fields, current)
  })
}
