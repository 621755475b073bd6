import type { JsonPatchOperation } from "./parse-patch"

/**
 * The pointers whose value an operation changes. A test changes none, a copy leaves its source
 * unchanged.
 */
export function writtenPointers(operation: JsonPatchOperation): readonly string[] {
  if (operation.op === "test") return []
  return operation.op === "move" ? [operation.from, operation.path] : [operation.path]
}

/** Whether a pointer is equal to or inside another. */
export const isWithin = (pointer: string, outer: string): boolean =>
  pointer === outer || pointer.startsWith(`${outer}/`)

/** The pointer of the containing value. The document itself has none. */
export const parentPointer = (pointer: string): string => pointer.replace(/\/[^/]*$/, "")

/**
 * Whether it may be an array element: removing it or inserting before it shifts those behind it.
 */
export const isPosition = (pointer: string): boolean => /\/(?:-|\d+)$/.test(pointer)
