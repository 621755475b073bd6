import { locate } from "./locate"
import { OperationFault } from "./patch-error"

/**
 * The value at a pointer. Undefined if there is none, or the pointer is not a valid array index.
 */
export function valueAt(document: unknown, pointer: string): unknown {
  try {
    return locate(document, pointer).value
  } catch (error) {
    if (error instanceof OperationFault) return undefined
    throw error
  }
}
