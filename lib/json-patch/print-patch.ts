import type { JsonPatchOperation } from "./parse-patch"

/** The patch exactly as sent: one operation per line. */
export function printPatch(operations: readonly JsonPatchOperation[]): string {
  if (operations.length === 0) return "[]"
  const lines = operations.map((operation) => `  ${JSON.stringify(operation)}`)
  return `[\n${lines.join(",\n")}\n]`
}

/** Same, without `test` operations, for a platform that does not support them. */
export const printUnguarded = (operations: readonly JsonPatchOperation[]): string =>
  printPatch(operations.filter(({ op }) => op !== "test"))
