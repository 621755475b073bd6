import type { JsonPatchOperation } from "./parse-patch"

/** The pointers whose value an operation changes: a test changes none, a copy leaves its source alone. */
export function writtenPointers(operation: JsonPatchOperation): readonly string[] {
  if (operation.op === "test") return []
  return operation.op === "move" ? [operation.from, operation.path] : [operation.path]
}

/** Whether a pointer names a value inside what the other names, or the same. */
export const isWithin = (pointer: string, outer: string): boolean =>
  pointer === outer || pointer.startsWith(`${outer}/`)

/** The pointer of what holds the value; of the document itself there is none. */
export const parentPointer = (pointer: string): string => pointer.replace(/\/[^/]*$/, "")

/** Whether an array's element can be there: taking it away or putting one before it moves those behind it. */
export const isPosition = (pointer: string): boolean => /\/(?:-|\d+)$/.test(pointer)
