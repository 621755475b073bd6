import { locate } from "./locate"
import { OperationFault } from "./patch-error"

/** The value that a pointer names in a document; undefined where there is none, or the pointer is no index of an array. */
export function valueAt(document: unknown, pointer: string): unknown {
  try {
    return locate(document, pointer).value
  } catch (error) {
    if (error instanceof OperationFault) return undefined
    throw error
  }
}
