import "server-only"
import type { Row } from "../../catalogue"
import type { ProblemCode } from "../../contract/problems"
import { applyPatch, type JsonPatchOperation, type PatchErrorCode } from "../../json-patch"
import { BffError } from "../http/problem"

const codes = {
  malformed: "malformed_body",
  not_applicable: "patch_not_applicable",
  test_failed: "test_failed",
} as const satisfies Record<PatchErrorCode, ProblemCode>

/**
 * Judges a patch by the record as it is, in the place of a platform that takes no `test` operations:
 * throws what that would answer, `test_failed` (409) where a value is another one, `patch_not_applicable`
 * (422), or `not_found` (404) where there is no record.
 */
export function refuseOutdated(
  record: Row | undefined,
  operations: readonly JsonPatchOperation[],
): void {
  if (!record) throw new BffError("not_found")
  const outcome = applyPatch(record, operations)
  if (outcome.ok) return
  const { code, problems } = outcome.error
  const errors = problems.map(({ path, message }) => ({ parameter: path, message }))
  throw new BffError(codes[code], { errors })
}
