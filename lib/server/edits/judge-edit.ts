import type { Row } from "../../catalogue"
import {
  equalJson,
  isPosition,
  type JsonPatchOperation,
  parsePointer,
  planUndo,
} from "../../json-patch"
import type { EditVerdict } from "./table"

const absent = Symbol("absent")

/** The value at a pointer. A missing member equals null, since `remove` sets a field to null. */
function valueAt(record: Row, pointer: string): unknown {
  let value: unknown = record
  for (const token of parsePointer(pointer) ?? []) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return null
    value = Reflect.get(value, token)
  }
  return value ?? null
}

/** The value at its path after an operation; `absent` if it depends on the earlier value. */
function valueAfter(operation: JsonPatchOperation): unknown {
  switch (operation.op) {
    case "remove":
      return isPosition(operation.path) ? absent : null
    case "move":
    case "copy":
      return absent
    case "add":
      return isPosition(operation.path) ? absent : operation.value
    default:
      return operation.value
  }
}

const outcomes = { changed: "changed", unguarded: "undetermined" } as const

/** True if one path lies inside another: the inner write has changed what the outer one left. */
const overlap = (paths: readonly string[]) =>
  paths.some((outer) => paths.some((inner) => inner.startsWith(`${outer}/`)))

/**
 * Compares a record with what a patch tests and writes; of several writes to a path, the last
 * counts. A guarded patch that could be undone has been applied, even if it moved elements of an
 * array.
 */
export function judgeEdit(operations: readonly JsonPatchOperation[], record: Row): EditVerdict {
  const undo = planUndo(operations, record)
  if (undo.ok) return "applied"
  const written = new Map<string, unknown>()
  for (const operation of operations)
    if (operation.op !== "test") written.set(operation.path, valueAfter(operation))
  const tests = operations.flatMap((operation) => (operation.op === "test" ? [operation] : []))
  const untouched = tests.every(({ path, value }) =>
    equalJson(valueAt(record, path), value ?? null),
  )
  if ([...written.values()].includes(absent) || overlap([...written.keys()]))
    return tests.length > 0 && untouched ? "not_applied" : outcomes[undo.reason]
  const done = [...written].every(([path, value]) =>
    equalJson(valueAt(record, path), value ?? null),
  )
  if (done) return "applied"
  if (tests.length === 0) return "undetermined"
  return untouched ? "not_applied" : "changed"
}
