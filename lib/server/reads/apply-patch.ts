import "server-only"
import type { PatchOperation, PathParameters } from "../../catalogue"
import { editHeaders } from "../../contract"
import { readPatch } from "../../json-patch"
import type { Session } from "../../session"
import type { EditService } from "../edits/editor"
import type { Answer } from "../http/answers"
import { printRecord } from "../http/print-body"
import { requireHeaders } from "../http/routes"
import type { UpstreamHider } from "./hide-upstream"
import { requirePatch } from "./require-patch"

/** A permitted change from the dashboard's own page, with its body unread. */
export interface PatchRequest {
  readonly operation: PatchOperation
  readonly parameters: PathParameters
  readonly session: Session
  readonly requestId: string
  readonly traceparent?: string | undefined
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
}

/** Applies patches at the platform and responds with the updated record and the edit's id. */
export function createPatchHandler({
  editor,
  upstreamHider,
}: {
  readonly editor: Pick<EditService, "edit">
  readonly upstreamHider: UpstreamHider
}) {
  return async (request: PatchRequest): Promise<{ answer: Answer; editId: string }> => {
    const { headers, body, ...asked } = request
    const named = requireHeaders(editHeaders, headers)
    const contentLength = Number(headers.get("content-length") ?? 0)
    const patch = requirePatch(await readPatch({ body, contentLength }))
    const { edit, record, asOf, problem } = await editor.edit({
      ...asked,
      patch,
      undoes: named["x-undoes"],
      idempotencyKey: named["idempotency-key"],
    })
    if (problem) throw problem
    const text = printRecord(JSON.stringify(record), upstreamHider)
    return { answer: { text, source: "live", asOf }, editId: edit.id }
  }
}
