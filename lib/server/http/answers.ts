import "server-only"
import { randomUUID } from "node:crypto"
import { type ListEnvelope, type SingleEnvelope, userFieldsOf } from "../../catalogue"
import { problems } from "../../contract/problems"
import type { UpstreamHider } from "../reads/hide-upstream"
import { answerHeaders } from "./answer-headers"
import { describeError, type Log, type LogEntry } from "./log"
import { printProblem, reasonOf, toBffError } from "./problem"
import {
  codingOf,
  type Encoded,
  encodeOnce,
  encodeShared,
  etagOf,
  holds,
  Reply,
  type SharedBody,
} from "./reply"

/** A request's line in the log while it is being written. */
export type Entry = { -readonly [K in keyof LogEntry]: LogEntry[K] }

/** The work that answers a request under an id of its own; it may write into the line. */
export type Work = (requestId: string, entry: Entry) => Promise<Reply>

export interface AnswerParts {
  readonly clock: () => number
  readonly log: Log
  /** Takes the platform's address out of its own words. */
  readonly hide?: (text: string) => string
}

/** An answer for the log alone: whoever asked has gone. */
export function letGo(entry: Entry): Reply {
  entry.code = "reader_left"
  return new Reply(null, { status: 499 })
}

/** Answers each request with its work or with the refusal that this throws, as problem+json and one line in the log. */
export function createAnswering({ clock, log, hide = (text) => text }: AnswerParts) {
  function refuse(error: unknown, requestId: string, entry: Entry): Reply {
    const refusal = toBffError(error)
    entry.code = refusal.code
    entry.status = problems[refusal.code].status
    const reason = reasonOf(error)
    if (reason !== undefined) entry.reason = reason
    if (refusal.code === "internal") entry.error = describeError(error)
    return printProblem(refusal, requestId, hide)
  }

  return async (
    { isQuiet = false, ...given }: Pick<LogEntry, "method" | "operation"> & { isQuiet?: boolean },
    work: Work,
  ): Promise<Reply> => {
    const requestId = randomUUID()
    const started = clock()
    const entry: Entry = { requestId, ...given, status: 200 }
    const response = await work(requestId, entry).catch((error: unknown) =>
      refuse(error, requestId, entry),
    )
    entry.status = response.status
    entry.durationMs = clock() - started
    if (isQuiet && !entry.code) return response
    log[entry.error || entry.reason ? "error" : "info"](entry, "operation")
    return response
  }
}

/** An answer ready to send. */
export interface Answer {
  /** JSON, as text or as its UTF-8 bytes. */
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly source: "live" | "cache" | "replica"
  /** Milliseconds since 1970. */
  readonly asOf: number
  /** Where the body is sent to others too. */
  readonly shared?: SharedBody
}

/** What an answer says: the platform's data and the dashboard's own page URLs. */
export interface AnswerContent {
  readonly envelope: ListEnvelope | SingleEnvelope
  readonly nextUrl?: string | undefined
  readonly previousUrl?: string | undefined
}

/** True for a list answer, whose data is an array. */
export const isList = (envelope: ListEnvelope | SingleEnvelope): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

/** The content as JSON without the platform's address; most do not mention it, and only those that do are walked through. */
export function printBody(content: AnswerContent, hider: UpstreamHider): string {
  const { envelope, nextUrl, previousUrl } = content
  const body = isList(envelope)
    ? { count: envelope.count ?? envelope.data.length, data: envelope.data, nextUrl, previousUrl }
    : { data: envelope.data }
  const text = JSON.stringify(body)
  return hider.isMentioned(text) ? JSON.stringify(hider.hide(body)) : text
}

/** A page of a copy: the text of its records, and the dashboard's own page URLs. */
export interface CopiedPage {
  readonly json: string
  readonly count: number
  readonly nextUrl?: string | undefined
  readonly previousUrl?: string | undefined
}

/** The same of a page whose records are JSON text already. */
export function printPage({ json, count, ...urls }: CopiedPage, hider: UpstreamHider): string {
  const { nextUrl, previousUrl } = urls
  const text = JSON.stringify({ count, data: [], nextUrl, previousUrl })
  const whole = text.replace('"data":[]', () => `"data":${json}`)
  return hider.isMentioned(whole) ? JSON.stringify(hider.hide(JSON.parse(whole))) : whole
}

/** What is asked for with an answer, of whose records it is made, and what its headers say besides. */
export interface PrintContext {
  readonly requestId: string
  readonly record: string
  readonly asked?: { readonly headers?: Headers; readonly encodes?: boolean }
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How a field of people that holds somebody stands in printed JSON, by the kind of record. */
const heldPeople = new Map<string, readonly string[]>()

function marksOf(record: string): readonly string[] {
  const known = heldPeople.get(record)
  if (known) return known
  const marks = [...userFieldsOf(record)].flatMap((field) => [`"${field}":"`, `"${field}":["`])
  heldPeople.set(record, marks)
  return marks
}

/** Whether a text stands in an answer's body; one that is sent to others too is searched once. */
export function holdsText({ body, shared }: Pick<Answer, "body" | "shared">, text: string) {
  if (shared) return shared.includes(text)
  return typeof body === "string"
    ? body.includes(text)
    : Buffer.from(body.buffer, body.byteOffset, body.length).includes(text)
}

/** Where nobody is in an answer, browsers may keep it, but ask each time whether it still holds. */
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
  { requestId, record, asked = {}, headers: more = {} }: PrintContext,
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
  if (etag !== undefined && holds(asked.headers, etag))
    return new Reply(null, { status: 304, headers })
  headers["content-type"] = "application/json"
  if (!asked.encodes) return new Reply(body, { headers })
  const encoded = await encode(answer)
  return new Reply(encoded.body, { headers: { ...headers, ...codingOf(encoded, headers) } })
}
