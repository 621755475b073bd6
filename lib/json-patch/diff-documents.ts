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
  /** The bytes by which the document grows; less than 0 where it shrinks. */
  readonly growth: number
}

function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  const guarded = diffValues({ at: [field], before, after })
  return { field, guarded, growth: jsonBytes(after) - jsonBytes(before) }
}

/** As they come, or those first that make room, where the document could outgrow its limit in between. */
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
 * What patch turns `before` into `after`: for each field that differs one write and one test of the old
 * value, so that somebody else's change of another field is kept. One test of the whole document stands
 * for all where only that can guard: for more fields than a patch has room for, and for a field that
 * `before` does not have. A field that is missing and one that is null are the same.
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
