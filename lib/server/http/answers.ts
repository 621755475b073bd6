import "server-only"
import { hash } from "node:crypto"
import { promisify } from "node:util"
import { constants, gzip, gzipSync } from "node:zlib"
import { userFieldsOf } from "../../catalogue"
import { problems } from "../../contract/problems"
import { isDatabaseError } from "../../db"
import { requestIdOf, traceparentOf } from "../../http-limits"
import { describeError, type Log, type LogEntry } from "./log"
import { type BffError, printProblemText, problemType, reasonOf, toBffError } from "./problem"
import type { Asker, Witness } from "./witness"

/** What a reply may be made of: text, bytes, or a stream that is read as it is sent. */
export type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

interface ReplyHead {
  readonly status?: number
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a request is answered with, before its mount sends the bytes or makes a `Response` of them. */
export class Reply {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(
    readonly body: ReplyBody,
    { status = 200, headers = {} }: ReplyHead = {},
  ) {
    this.status = status
    this.headers = { ...headers }
  }

  toResponse(): Response {
    return new Response(this.body, this)
  }
}

const compress = promisify(gzip)

/** Less than this fits into one packet as it is. */
const minBytes = 1024
/** Less than this is compressed sooner than a thread is told of it: 0.1 ms for 25 KB, 0.3 through a thread. */
const threadBytes = 64 * 1024
const levels = { once: constants.Z_BEST_SPEED, often: constants.Z_DEFAULT_COMPRESSION } as const

/** A body that is sent more than once, with what is worked out once for all who get it. */
export interface SharedBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Weak, as it stands for the compressed bytes too. */
  etag(): string
  /** The bytes compressed, or as they are where that is not worth it. */
  gzipped(): Promise<Uint8Array<ArrayBuffer>>
  /** Whether a text stands in it. */
  includes(text: string): boolean
}

/** The entity tag of a body: `W/"…"`. */
export const etagOf = (body: string | Uint8Array): string =>
  `W/"${hash("sha1", body, "base64url")}"`

export function createSharedBody(bytes: Uint8Array<ArrayBuffer>): SharedBody {
  let tag: string | undefined
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined
  const held = new Map<string, boolean>()
  return {
    bytes,
    etag() {
      tag ??= etagOf(bytes)
      return tag
    },
    gzipped() {
      compressed ??= compress(bytes, { level: levels.often }).then((made) =>
        made.length < bytes.length / 2 ? made : bytes,
      )
      return compressed
    },
    includes(text) {
      const known =
        held.get(text) ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text)
      held.set(text, known)
      return known
    },
  }
}

/** Whether a request's client reads gzip. */
export function takesGzip(headers: Headers | undefined): boolean {
  const accepted = headers?.get("accept-encoding")?.toLowerCase() ?? ""
  // As every browser says it.
  if (accepted.startsWith("gzip,")) return true
  return accepted
    .split(",")
    .map((each) => each.trim().split(/\s*;\s*/))
    .some(([coding, quality = "q=1"]) => coding === "gzip" && !/^q=0(?:\.0*)?$/.test(quality))
}

/** Whether a request holds this entity already. */
export function holds(headers: Headers | undefined, etag: string): boolean {
  const held = headers?.get("if-none-match")
  return !!held && (held === "*" || held.split(",").some((each) => each.trim() === etag))
}

/** A body as it is sent, and the coding that its header tells. */
export interface Encoded {
  readonly body: Uint8Array<ArrayBuffer>
  readonly encoding?: "gzip"
}

/** A body compressed for this one answer, fast rather than small. */
export async function encodeOnce(body: string | Uint8Array<ArrayBuffer>): Promise<Encoded> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body
  if (bytes.length < minBytes) return { body: bytes }
  const options = { level: levels.once }
  const isSmall = bytes.length < threadBytes
  const made = isSmall ? gzipSync(bytes, options) : await compress(bytes, options)
  return { body: made, encoding: "gzip" }
}

/** A shared body as it is kept for all. */
export async function encodeShared(shared: SharedBody): Promise<Encoded> {
  if (shared.bytes.length < minBytes) return { body: shared.bytes }
  const body = await shared.gzipped()
  return body === shared.bytes ? { body } : { body, encoding: "gzip" }
}

/** What the headers say of a body's coding, beside what they say already. */
export const codingOf = (
  { encoding }: Pick<Encoded, "encoding">,
  { vary }: Readonly<Record<string, string>>,
): Record<string, string> =>
  encoding ? { "content-encoding": encoding, vary: vary ?? "accept-encoding" } : {}

/** What every answer of the dashboard's own API carries: for one person, kept nowhere, read by no other site. */
export const answerHeaders = (requestId: string): Record<string, string> => ({
  "cache-control": "private, no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
})

/** A refusal as an answer; `hide` takes the platform's address out of its own words. */
export function printProblem(
  error: BffError,
  requestId: string,
  hide: (text: string) => string = (text) => text,
): Reply {
  const { allow, retryAfter } = error.parts
  return new Reply(hide(printProblemText(error, requestId)), {
    status: problems[error.code].status,
    headers: {
      ...answerHeaders(requestId),
      "content-type": problemType,
      ...(retryAfter !== undefined && { "retry-after": `${retryAfter}` }),
      ...(allow && { allow: allow.join(", ") }),
    },
  })
}

/** A request's line in the log while it is being written. */
export type Entry = { -readonly [K in keyof LogEntry]: LogEntry[K] }

/** The work that answers a request under its id; it may write into the line, and says who asks. */
export type Work = (requestId: string, entry: Entry, asker: Asker) => Promise<Reply>

export interface AnswerParts {
  readonly clock: () => number
  readonly log: Log
  /** Takes the platform's address out of its own words. */
  readonly hide?: (text: string) => string
  /** Without one nobody hears who asked. */
  readonly witness?: Witness
}

/** Whether a request failed through no doing of who sent it, and not for want of a turn. */
const isFault = ({ status, headers }: Reply) =>
  status >= 500 && headers["retry-after"] === undefined

/** An answer for the log alone: whoever asked has gone. */
export function letGo(entry: Entry): Reply {
  entry.code = "reader_left"
  return new Reply(null, { status: 499 })
}

/** A request as its line in the log begins; its headers may name it. */
export interface NamedRequest extends Pick<LogEntry, "method" | "operation"> {
  readonly isQuiet?: boolean
  readonly headers?: Headers | undefined
}

/** Answers each request, under the id that came with it or a new one, with its work or with the refusal that this throws, as problem+json and one line in the log. */
export function createAnswering({ clock, log, hide = (text) => text, witness }: AnswerParts) {
  function tell(refusal: BffError, entry: Entry, { session, address }: Asker) {
    if (!session || problems[refusal.code].status !== 403) return
    const { requestId = "", operation, method } = entry
    const { code, parts } = refusal
    const { permission } = parts
    witness?.refused({ session, address, requestId, operation, method, code, permission })
  }

  function refuse(error: unknown, requestId: string, entry: Entry, asker: Asker): Reply {
    const refusal = toBffError(error)
    tell(refusal, entry, asker)
    entry.code = refusal.code
    entry.status = problems[refusal.code].status
    const reason = reasonOf(error)
    if (reason !== undefined) entry.reason = reason
    if (refusal.code === "internal" || isDatabaseError(error)) entry.error = describeError(error)
    return printProblem(refusal, requestId, hide)
  }

  return async (
    { isQuiet = false, headers, ...given }: NamedRequest,
    work: Work,
  ): Promise<Reply> => {
    const requestId = requestIdOf(headers?.get("x-request-id"))
    const traceparent = traceparentOf(headers?.get("traceparent"))
    const started = clock()
    const entry: Entry = { requestId, ...(traceparent && { traceparent }), ...given, status: 200 }
    const asker: Asker = {}
    const response = await work(requestId, entry, asker).catch((error: unknown) =>
      refuse(error, requestId, entry, asker),
    )
    if (asker.session && witness) entry.person = witness.nameOf(asker.session.sub)
    entry.status = response.status
    entry.durationMs = clock() - started
    if (isQuiet && !entry.code) return response
    log[entry.error || entry.reason || isFault(response) ? "error" : "info"](entry, "operation")
    return response
  }
}

/** An answer ready to send. */
export interface Answer {
  /** JSON in UTF-8, without space between tokens and without escapes in names. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly source: "live" | "cache" | "replica"
  /** Milliseconds since 1970. */
  readonly asOf: number
  /** Where the body is sent to others too. */
  readonly shared?: SharedBody
}

/** For which request an answer is, of which records it is made, and what its headers say besides. */
export interface PrintContext {
  readonly requestId: string
  readonly record: string
  readonly request?: { readonly headers?: Headers; readonly encodes?: boolean }
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How a field of people that holds somebody stands in printed JSON, by the kind of record. */
const peopleMarks = new Map<string, readonly string[]>()

function marksOf(record: string): readonly string[] {
  const known = peopleMarks.get(record)
  if (known) return known
  const marks = [...userFieldsOf(record)].flatMap((field) => [`"${field}":"`, `"${field}":["`])
  peopleMarks.set(record, marks)
  return marks
}

/** Whether a text stands in an answer's body; one that is sent to others too is searched once. */
export function holdsText({ body, shared }: Pick<Answer, "body" | "shared">, text: string) {
  if (shared) return shared.includes(text)
  return Buffer.from(body.buffer, body.byteOffset, body.length).includes(text)
}

/** Where nobody is in an answer, browsers may cache it, but ask each time whether it still holds. */
const cachingOf = (record: string, answer: Answer) =>
  marksOf(record).some((mark) => holdsText(answer, mark))
    ? {}
    : {
        "cache-control": "private, no-cache",
        etag: answer.shared?.etag() ?? etagOf(answer.body),
        vary: "accept-encoding, cookie",
      }

const encode = ({ body, shared, source }: Answer): Promise<Encoded> =>
  shared && source === "cache" ? encodeShared(shared) : encodeOnce(body)

/** The answer with headers that say where its data comes from and as of when; 304 where the client holds it already. */
export async function printAnswer(
  answer: Answer,
  { requestId, record, request = {}, headers: more = {} }: PrintContext,
): Promise<Reply> {
  const { body, source, asOf } = answer
  const headers: Record<string, string> = {
    ...answerHeaders(requestId),
    ...(source !== "live" && cachingOf(record, answer)),
    "x-data-source": source,
    "x-data-as-of": new Date(asOf).toISOString(),
    ...more,
  }
  const { etag } = headers
  if (etag !== undefined && holds(request.headers, etag))
    return new Reply(null, { status: 304, headers })
  headers["content-type"] = "application/json"
  if (!request.encodes) return new Reply(body, { headers })
  const encoded = await encode(answer)
  return new Reply(encoded.body, { headers: { ...headers, ...codingOf(encoded, headers) } })
}
