import "server-only"
import { type PatchOperation, type PathParameters, parseGuid } from "../../catalogue"
import { readPatch } from "../../json-patch"
import type { Session } from "../../session"
import type { Edit, EditService } from "../edits/editor"
import type { Answer } from "../http/answers"
import { printRecord } from "../http/print-body"
import { BffError } from "../http/problem"
import type { UpstreamHider } from "./hide-upstream"

/** A permitted change from the dashboard's own page, whose body has not been read. */
export interface PatchRequest {
  readonly operation: PatchOperation
  readonly parameters: PathParameters
  readonly session: Session
  readonly requestId: string
  readonly traceparent?: string | undefined
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
}

/** The patch in a request's body; throws `body_too_large` (413) or `malformed_body` (400) with each operation at fault. */
async function requirePatch({
  headers,
  body,
}: Pick<PatchRequest, "headers" | "body">): Promise<Edit["patch"]> {
  const contentLength = Number(headers.get("content-length") ?? 0)
  const patch = await readPatch({ body, contentLength })
  if (patch.ok) return patch
  if (patch.code === "too_large") throw new BffError("body_too_large")
  if (patch.code !== "malformed") throw new BffError("malformed_body")
  const errors = patch.problems.map(({ index, message }) => ({ parameter: `/${index}`, message }))
  const detail = patch.problems[0]?.message
  throw new BffError("malformed_body", { errors, ...(detail !== undefined && { detail }) })
}

/** The edit that a change undoes, where its header names one; throws `invalid_body` (400) where that is no guid. */
function requireUndoes(headers: Headers): string | undefined {
  const text = headers.get("x-undoes")
  if (text === null) return undefined
  const undoes = parseGuid(text)
  if (undoes !== undefined) return undoes
  throw new BffError("invalid_body", {
    errors: [{ parameter: "x-undoes", message: "x-undoes must be a guid." }],
  })
}

/** Applies patches at the platform, and answers with the record as it is then. */
export function createPatchHandler({
  editor,
  hider,
}: {
  readonly editor: Pick<EditService, "edit">
  readonly hider: UpstreamHider
}) {
  return async (request: PatchRequest): Promise<Answer> => {
    const { operation, parameters, session, requestId, traceparent, headers } = request
    const undoes = requireUndoes(headers)
    const patch = await requirePatch(request)
    const { envelope, receivedAt: asOf } = await editor.edit({
      operation,
      parameters,
      patch,
      session,
      requestId,
      traceparent,
      ...(undoes !== undefined && { undoes }),
    })
    return { text: printRecord(JSON.stringify(envelope.data), hider), source: "live", asOf }
  }
}
