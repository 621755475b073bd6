import { hash } from "node:crypto"
import { promisify } from "node:util"
import { constants, gzip, gzipSync } from "node:zlib"

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

const textual = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json)/

function compressStream(body: ReadableStream<Uint8Array>) {
  const compressor: ReadableWritablePair = new CompressionStream("gzip")
  return { body: body.pipeThrough(compressor), encoding: "gzip" as const }
}

/** Text compressed, a stream of it on its way; events, and files that are checked by their bytes, stay as they are. */
export async function encodeReply(reply: Reply): Promise<Reply> {
  const { body, status, headers } = reply
  const isPlain =
    body !== null &&
    headers["content-encoding"] === undefined &&
    !headers["cache-control"]?.includes("no-transform") &&
    textual.test(headers["content-type"] ?? "")
  if (!isPlain) return reply
  const encoded = body instanceof ReadableStream ? compressStream(body) : await encodeOnce(body)
  return new Reply(encoded.body, { status, headers: { ...headers, ...codingOf(encoded, headers) } })
}
