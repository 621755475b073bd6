import { type JsonPatchOperation, parsePatch } from "./parse-patch"
import type { PatchProblem } from "./patch-error"

/** Maximum bytes of a patch as sent (decisions "Errors": 413). */
export const patchBytesLimit = 64 * 1024

type Fault = "too_large" | "cut_off" | "not_json"

/** A patch as text and as operations, or why it is invalid. */
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

/** A request's body, as it arrives. */
export interface IncomingBody {
  readonly body: ReadableStream<Uint8Array> | null
  /** The announced bytes, 0 if not announced. */
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

const brokenUnicode = /\p{Surrogate}/u

/** Reads a patch from text. Fails if the text cannot be encoded as UTF-8. */
export function readPatchText(text: string): PatchBody {
  if (new TextEncoder().encode(text).length > patchBytesLimit)
    return { ok: false, code: "too_large" }
  if (brokenUnicode.test(text)) return { ok: false, code: "not_json" }
  try {
    const parsed = parsePatch(parseUnambiguous(text))
    return parsed.ok
      ? { ok: true, text, operations: parsed.operations }
      : { ok: false, code: "malformed", problems: parsed.problems }
  } catch {
    return { ok: false, code: "not_json" }
  }
}

/** The number of member names of all objects in a value, at any depth. */
function countNames(value: unknown): number {
  const left = [value]
  let names = 0
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== "object" || next === null) continue
    if (!Array.isArray(next)) names += Object.keys(next).length
    for (const inner of Object.values(next)) left.push(inner)
  }
  return names
}

/**
 * Throws for duplicate member names, which parsers resolve differently. Counts colons outside
 * strings, one per name.
 */
function parseUnambiguous(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, "").split(":").length - 1
  if (colons !== countNames(value)) throw new SyntaxError("A name is there twice.")
  return value
}

/**
 * Reads a patch from a request's body. Never reads more than the limit, whatever length is
 * announced.
 */
export async function readPatch(incoming: IncomingBody): Promise<PatchBody> {
  try {
    return readPatchText(await readText(incoming))
  } catch (error) {
    return { ok: false, code: error instanceof BodyFault ? error.code : "not_json" }
  }
}
