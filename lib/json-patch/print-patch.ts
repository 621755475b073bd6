import type { JsonPatchOperation } from "./parse-patch"

/** The patch as it is sent, byte for byte: one operation in a line. */
export function printPatch(operations: readonly JsonPatchOperation[]): string {
  if (operations.length === 0) return "[]"
  const lines = operations.map((operation) => `  ${JSON.stringify(operation)}`)
  return `[\n${lines.join(",\n")}\n]`
}

/** The same without its `test` operations, for a platform that takes none. */
export const printUnguarded = (operations: readonly JsonPatchOperation[]): string =>
  printPatch(operations.filter(({ op }) => op !== "test"))
