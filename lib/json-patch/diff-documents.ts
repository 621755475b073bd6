import { patchLimit } from "../catalogue"
import { documentLimit } from "./apply-patch"
import { diffValues, type GuardedWrite } from "./diff-values"
import { type JsonDocument, listFields, readField } from "./json-object"
import { printPointer } from "./json-pointer"
import { equalJson, jsonBytes } from "./json-value"
import type { JsonPatchOperation } from "./parse-patch"

interface FieldChange {
  readonly field: string
  readonly guarded: GuardedWrite
  /** Growth of the document in bytes, negative if it shrinks. */
  readonly growth: number
}

function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  const guarded = diffValues({ at: [field], before, after })
  return { field, guarded, growth: jsonBytes(after) - jsonBytes(before) }
}

/**
 * Keeps the order, or puts shrinking changes first if the document could exceed its limit in
 * between.
 */
function orderChanges(
  changes: readonly FieldChange[],
  before: JsonDocument,
): readonly FieldChange[] {
  const max = changes.reduce((sum, { growth }) => sum + Math.max(0, growth), jsonBytes(before))
  return max <= documentLimit ? changes : changes.toSorted((a, b) => a.growth - b.growth)
}

function addField({ field }: FieldChange, after: JsonDocument): JsonPatchOperation {
  return { op: "add", path: printPointer([field]), value: readField(after, field) }
}

/**
 * The patch from `before` to `after`: one write per changed field, with a test of its old value, so
 * that concurrent changes of other fields are kept. A single test of the whole document replaces
 * these if nothing else can guard: if there are more fields than a patch can hold, or a field is
 * missing in `before`. A missing field and a null field are equal.
 *
 *     diffDocuments({ name: "Oslo", city: null }, { name: "Bergen", city: null })
 *     // test /name "Oslo", replace /name "Bergen"
 */
export function diffDocuments(before: JsonDocument, after: JsonDocument): JsonPatchOperation[] {
  const differing = listFields(before, after).flatMap((field) => {
    const [old, value] = [readField(before, field), readField(after, field)]
    return equalJson(old, value) ? [] : [changeOf(field, old, value)]
  })
  const changes = orderChanges(differing, before)
  const isThere = ({ field }: FieldChange) => Object.hasOwn(before, field)
  if (changes.every(isThere) && changes.length * 2 <= patchLimit)
    return changes.flatMap(({ guarded }) => guarded)
  const writes = changes.map((change) =>
    isThere(change) ? change.guarded[1] : addField(change, after),
  )
  return [{ op: "test", path: "", value: before }, ...writes]
}
