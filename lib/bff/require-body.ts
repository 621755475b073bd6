import "server-only"
import type { z } from "zod"
import type { Problem } from "../catalogue"
import { BffError } from "./problem"

const mebibyte = 1024 * 1024
const usualBytes = 64 * 1024

const sizeOf = (bytes: number) =>
  bytes < mebibyte ? `${bytes / 1024} KiB` : `${bytes / mebibyte} MiB`

const tooLarge = (bytes: number) =>
  new BffError("body_too_large", { detail: `At most ${sizeOf(bytes)} are read. Send less.` })

/** The bytes of a request's body as they come, at most so many; throws `body_too_large` (413). */
export async function* readBytes(
  { body, headers }: Pick<Request, "body" | "headers">,
  atMost: number,
): AsyncGenerator<Uint8Array> {
  if (Number(headers.get("content-length") ?? 0) > atMost) throw tooLarge(atMost)
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > atMost) throw tooLarge(atMost)
    yield chunk
  }
}

const unreadable = () => new BffError("invalid_body", { detail: "The body is no JSON in UTF-8." })

/** The JSON value of a request's body, 64 KiB unless told otherwise; throws `body_too_large` (413) or `invalid_body` (400). */
export async function requireJson(
  request: Pick<Request, "body" | "headers">,
  atMost = usualBytes,
): Promise<unknown> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let text = ""
  try {
    for await (const chunk of readBytes(request, atMost))
      text += decoder.decode(chunk, { stream: true })
    return JSON.parse(text + decoder.decode())
  } catch (error) {
    throw error instanceof BffError ? error : unreadable()
  }
}

const readIssue = ({ path, message }: { path: PropertyKey[]; message: string }): Problem => ({
  parameter: path.map(String).join("."),
  message,
})

/** A request's body by its schema; throws as `requireJson`, and `invalid_body` (400) with each member at fault. */
export async function requireBody<T>(
  request: Pick<Request, "body" | "headers">,
  schema: z.ZodType<T>,
  atMost = usualBytes,
): Promise<T> {
  const parsed = schema.safeParse(await requireJson(request, atMost))
  if (parsed.success) return parsed.data
  throw new BffError("invalid_body", { errors: parsed.error.issues.map(readIssue) })
}
