import "server-only"
import { hash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { userFieldsOf } from "../../catalogue"
import { problems } from "../../contract/problems"
import { type BffError, printProblemText, problemType } from "./problem"

const compress = promisify(gzip)

/** A smaller response fits into one packet uncompressed. */
const minBytes = 1024

/** The weak entity tag of a text: `W/"…"`. */
export const etagOf = (text: string): string => `W/"${hash("sha1", text, "base64url")}"`

export function takesGzip(headers: Headers): boolean {
  const accepted = headers.get("accept-encoding")?.toLowerCase() ?? ""
  return accepted
    .split(",")
    .map((each) => each.trim().split(/\s*;\s*/))
    .some(([coding, quality = "q=1"]) => coding === "gzip" && !/^q=0(?:\.0*)?$/.test(quality))
}

/** True if the client already has this entity. */
export function holds(headers: Headers, etag: string): boolean {
  const held = headers.get("if-none-match")
  return !!held && (held === "*" || held.split(",").some((each) => each.trim() === etag))
}

/**
 * Headers of every API response: private to one person, not cached, not readable by other sites.
 */
export const answerHeaders = (requestId: string): Record<string, string> => ({
  "cache-control": "private, no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
})

export function textResponse(
  body: string | Uint8Array<ArrayBuffer>,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const length = { "content-length": `${Buffer.byteLength(body)}` }
  return new Response(body, { status, headers: { ...length, ...headers } })
}

export const jsonResponse = (value: unknown, status = 200): Response =>
  textResponse(JSON.stringify(value), { status, headers: { "content-type": "application/json" } })

/** An error as a response; `hide` removes the platform's address from its messages. */
export function problemResponse(
  error: BffError,
  requestId: string,
  hide: (text: string) => string = (text) => text,
): Response {
  const { allow, retryAfter, editId } = error.parts
  return textResponse(hide(printProblemText(error, requestId)), {
    status: problems[error.code].status,
    headers: {
      ...answerHeaders(requestId),
      "content-type": problemType,
      ...(retryAfter !== undefined && { "retry-after": `${retryAfter}` }),
      ...(allow && { allow: allow.join(", ") }),
      ...(editId !== undefined && { "x-edit-id": editId }),
    },
  })
}

/** Records as returned to a client. */
export interface Answer {
  /** JSON without whitespace between tokens and without escapes in names. */
  readonly text: string
  readonly source: "live" | "cache" | "replica"
  /** Milliseconds since 1970. */
  readonly asOf: number
}

/** How a field that identifies people starts in printed JSON, by kind of record. */
const peopleMarks = new Map<string, readonly string[]>()

function marksOf(record: string): readonly string[] {
  const known = peopleMarks.get(record)
  if (known) return known
  const marks = [...userFieldsOf(record)].flatMap((field) => [`"${field}":"`, `"${field}":["`])
  peopleMarks.set(record, marks)
  return marks
}

/** Derived once per answer, which the cache may send to many clients. */
const cachings = new WeakMap<Answer, Readonly<Record<string, string>>>()
const compressions = new WeakMap<Answer, Promise<Buffer<ArrayBuffer>>>()

/** If an answer identifies nobody, browsers may store it but must revalidate it each time. */
function cachingOf(record: string, answer: Answer): Readonly<Record<string, string>> {
  const { text } = answer
  const known = cachings.get(answer)
  if (known) return known
  const namesSomebody = marksOf(record).some((mark) => text.includes(mark))
  const caching: Readonly<Record<string, string>> = namesSomebody
    ? {}
    : {
        "cache-control": "private, no-cache",
        etag: etagOf(text),
        vary: "accept-encoding, accept-language, cookie",
      }
  cachings.set(answer, caching)
  return caching
}

function compressOnce(answer: Answer): Promise<Buffer<ArrayBuffer>> {
  const compressed = compressions.get(answer) ?? compress(answer.text)
  compressions.set(answer, compressed)
  return compressed
}

/** Adds headers with the data's source and time; 304 if the client already has the answer. */
export async function printAnswer(
  answer: Answer,
  { record, request, encodes = false }: { record: string; request: Headers; encodes?: boolean },
): Promise<Response> {
  const { text, source, asOf } = answer
  const headers: Record<string, string> = {
    ...(source !== "live" && cachingOf(record, answer)),
    "x-data-source": source,
    "x-data-as-of": new Date(asOf).toISOString(),
  }
  const { etag } = headers
  if (etag !== undefined && holds(request, etag))
    return new Response(null, { status: 304, headers })
  headers["content-type"] = "application/json"
  const isCompressed =
    source === "cache" && encodes && text.length >= minBytes && takesGzip(request)
  if (!isCompressed) return textResponse(text, { headers })
  const coding = { "content-encoding": "gzip", vary: headers["vary"] ?? "accept-encoding" }
  return textResponse(await compressOnce(answer), { headers: { ...headers, ...coding } })
}
