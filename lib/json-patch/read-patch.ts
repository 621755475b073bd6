import { type JsonPatchOperation, parsePatch } from "./parse-patch"
import type { PatchProblem } from "./patch-error"

/** The most bytes that a patch may take as it is sent (decisions "Errors": 413). */
export const patchBytesLimit = 64 * 1024

type Fault = "too_large" | "cut_off" | "not_json"

/** A patch as text and as operations, or why it is none. */
export type PatchBody =
  | {
      readonly ok: true
      readonly text: string
      readonly operations: readonly JsonPatchOperation[]
    }
  | { readonly ok: false; readonly code: Fault }
  | {
      readonly ok: false
      readonly code: "malformed"
      readonly problems: readonly PatchProblem[]
    }

/** What a request's body is, as it arrives. */
export interface IncomingBody {
  readonly body: ReadableStream<Uint8Array> | null
  /** The bytes that the request announces; 0 where it does not. */
  readonly contentLength: number
}

class BodyFault extends Error {
  constructor(readonly code: Fault) {
    super(code)
  }
}

async function* readChunks(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new BodyFault("cut_off")
    })
    if (done) return
    yield value
  }
}

async function readText({ body, contentLength }: IncomingBody): Promise<string> {
  if (contentLength > patchBytesLimit) throw new BodyFault("too_large")
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let size = 0
  let text = ""
  if (body)
    for await (const chunk of readChunks(body)) {
      size += chunk.length
      if (size > patchBytesLimit) throw new BodyFault("too_large")
      text += decoder.decode(chunk, { stream: true })
    }
  return text + decoder.decode()
}

/** Reads a patch from a request's body, never more of it than a patch may take, whatever length is announced. */
export async function readPatch(incoming: IncomingBody): Promise<PatchBody> {
  try {
    const text = await readText(incoming)
    const parsed = parsePatch(JSON.parse(text))
    return parsed.ok
      ? { ok: true, text, operations: parsed.operations }
      : { ok: false, code: "malformed", problems: parsed.problems }
  } catch (error) {
    return { ok: false, code: error instanceof BodyFault ? error.code : "not_json" }
  }
}
