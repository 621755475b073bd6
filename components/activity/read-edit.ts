import {
  type JsonPatchOperation,
  type PatchChange,
  parsePatch,
  readChanges,
} from "@/lib/json-patch"

/** The operations of a logged patch; undefined where its text is none. */
export function readOperations(patch: string): readonly JsonPatchOperation[] | undefined {
  try {
    const parsed = parsePatch(JSON.parse(patch))
    return parsed.ok ? parsed.operations : undefined
  } catch {
    return undefined
  }
}

/** What a logged patch changes; undefined where its text is no patch. */
export function readEdit(patch: string): readonly PatchChange[] | undefined {
  const operations = readOperations(patch)
  return operations && readChanges(operations)
}
