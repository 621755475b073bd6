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

/** The value at a pointer; a missing member and null are the same here, as `remove` makes a field null. */
function valueAt(record: Row, pointer: string): unknown {
  let value: unknown = record
  for (const token of parsePointer(pointer) ?? []) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return null
    value = Reflect.get(value, token)
  }
  return value ?? null
}

/** The value that an operation leaves at its path; `absent` where it depends on what was there before. */
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

/** One path inside another: what the outer write left has been changed by the inner one. */
const overlap = (paths: readonly string[]) =>
  paths.some((outer) => paths.some((inner) => inner.startsWith(`${outer}/`)))

/**
 * Compares a record with what a patch tests for and what it writes; of several writes to a path the last
 * counts. A guarded patch that could be undone has been applied, also where it moved an array's elements.
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
