import { readPatch } from "../../json-patch"
import type { Edit } from "../edits/editor"
import { BffError } from "../http/problem"

/** The patch in a request's body; throws `body_too_large` (413) or `malformed_body` (400) with each operation at fault. */
export async function requirePatch({
  headers,
  body = null,
}: {
  headers: Headers
  body?: ReadableStream<Uint8Array> | null | undefined
}): Promise<Edit["patch"]> {
  const contentLength = Number(headers.get("content-length") ?? 0)
  const patch = await readPatch({ body, contentLength })
  if (patch.ok) return patch
  if (patch.code === "too_large") throw new BffError("body_too_large")
  if (patch.code !== "malformed") throw new BffError("malformed_body")
  const errors = patch.problems.map(({ index, message }) => ({ parameter: `/${index}`, message }))
  const detail = patch.problems[0]?.message
  throw new BffError("malformed_body", { errors, ...(detail !== undefined && { detail }) })
}
