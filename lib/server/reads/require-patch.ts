import "server-only"
import type { PatchBody } from "../../json-patch"
import type { Edit } from "../edits/editor"
import { BffError } from "../http/problem"

/**
 * Returns a well-formed patch; throws `body_too_large` (413) or `malformed_body` (400) with each
 * faulty operation.
 */
export function requirePatch(patch: PatchBody): Edit["patch"] {
  if (patch.ok) return patch
  if (patch.code === "too_large") throw new BffError("body_too_large")
  if (patch.code !== "malformed") throw new BffError("malformed_body")
  const errors = patch.problems.map(({ index, message }) => ({ parameter: `/${index}`, message }))
  const detail = patch.problems[0]?.message
  throw new BffError("malformed_body", { errors, ...(detail !== undefined && { detail }) })
}
