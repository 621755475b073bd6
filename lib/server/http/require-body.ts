import "server-only"
import { setImmediate as pause } from "node:timers/promises"
import type { z } from "zod"
import type { Problem } from "../../catalogue"
import { type BodyLimit, defaultBodyBytes } from "../../contract"
import { BffError } from "./problem"

const mebibyte = 1024 * 1024

const sizeOf = (bytes: number) =>
  bytes < mebibyte ? `${bytes / 1024} KiB` : `${bytes / mebibyte} MiB`

export const tooLarge = (bytes: number) =>
  new BffError("body_too_large", { detail: `At most ${sizeOf(bytes)} are read. Send less.` })

/** Streams a request's body, at most `maxBytes`; throws `body_too_large` (413). */
export async function* readBytes(
  { body, headers }: Pick<Request, "body" | "headers">,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes)
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

const defaultLimit: BodyLimit = { bytes: defaultBodyBytes }

const [quote, backslash, ...marks] = Buffer.from('"\\,[{')

/** Counts the values of a JSON text while its bytes arrive. */
function createValueCounter(): (bytes: Uint8Array) => number {
  let count = 0
  let isText = false
  let isEscaped = false
  return (bytes) => {
    for (const byte of bytes)
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = isText
      else if (byte === quote) isText = !isText
      else if (!isText && marks.includes(byte)) count += 1
    return count
  }
}

const unreadable = () => new BffError("invalid_body", { detail: "The body is no JSON in UTF-8." })

const tooMany = (values: number) =>
  new BffError("invalid_body", { detail: `The body holds more than ${values} values.` })

/**
 * Parses a request's JSON body, up to 64 KiB by default; throws `body_too_large` (413) or
 * `invalid_body` (400).
 */
export async function requireJson(
  request: Pick<Request, "body" | "headers">,
  { bytes, values = Number.POSITIVE_INFINITY }: BodyLimit = defaultLimit,
): Promise<unknown> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const count = createValueCounter()
  let text = ""
  try {
    for await (const chunk of readBytes(request, bytes)) {
      if (count(chunk) > values) throw tooMany(values)
      text += decoder.decode(chunk, { stream: true })
    }
    const json: unknown = JSON.parse(text + decoder.decode())
    if (text.length > defaultBodyBytes) await pause()
    return json
  } catch (error) {
    throw error instanceof BffError ? error : unreadable()
  }
}

const readIssue = ({ path, message }: { path: PropertyKey[]; message: string }): Problem => ({
  parameter: path.map(String).join("."),
  message,
})

/**
 * Parses a request's body by its schema; throws like `requireJson`, and `invalid_body` (400) with
 * each faulty member.
 */
export async function requireBody<T>(
  request: Pick<Request, "body" | "headers">,
  schema: z.ZodType<T>,
  limit: BodyLimit = defaultLimit,
): Promise<T> {
  const parsed = schema.safeParse(await requireJson(request, limit))
  if (parsed.success) return parsed.data
  throw new BffError("invalid_body", { errors: parsed.error.issues.map(readIssue) })
}
