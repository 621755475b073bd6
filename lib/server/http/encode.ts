import { hash } from "node:crypto"
import { promisify } from "node:util"
import { constants, gzip } from "node:zlib"

const compress = promisify(gzip)

/** Less than this fits into one packet as it is. */
const minBytes = 1024
const levels = { once: constants.Z_BEST_SPEED, often: constants.Z_DEFAULT_COMPRESSION } as const

/** A body that is sent more than once, with what is worked out once for all who get it. */
export interface SharedBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Weak, as it stands for the compressed bytes too. */
  etag(): string
  /** The bytes compressed, or as they are where that is not worth it. */
  gzipped(): Promise<Uint8Array<ArrayBuffer>>
}

/** The entity tag of a body: `W/"…"`. */
export const etagOf = (body: string | Uint8Array): string =>
  `W/"${hash("sha1", body, "base64url")}"`

export function createSharedBody(bytes: Uint8Array<ArrayBuffer>): SharedBody {
  let tag: string | undefined
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined
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
  }
}

/** Whether a request's client reads gzip. */
export function takesGzip(headers: Headers | undefined): boolean {
  const accepted = headers?.get("accept-encoding")?.toLowerCase() ?? ""
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
  return { body: await compress(bytes, { level: levels.once }), encoding: "gzip" }
}

/** A shared body as it is kept for all. */
export async function encodeShared(shared: SharedBody): Promise<Encoded> {
  if (shared.bytes.length < minBytes) return { body: shared.bytes }
  const body = await shared.gzipped()
  return body === shared.bytes ? { body } : { body, encoding: "gzip" }
}

const textual = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json)/

/** A stream of text compressed on its way; events, and files that are checked by their bytes, stay as they are. */
export function encodeStream(answer: Response): Response {
  const { headers, body, status } = answer
  const isPlain =
    body !== null &&
    !headers.has("content-encoding") &&
    !headers.get("cache-control")?.includes("no-transform") &&
    textual.test(headers.get("content-type") ?? "")
  if (!isPlain) return answer
  headers.set("content-encoding", "gzip")
  headers.append("vary", "accept-encoding")
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers })
}

/** JSON text as an answer, compressed where it may be. */
export async function sendJson(
  text: string,
  headers: Readonly<Record<string, string>>,
  encodes: boolean,
): Promise<Response> {
  const all = { ...headers, "content-type": "application/json" }
  const { body, encoding } = encodes ? await encodeOnce(text) : { body: text, encoding: undefined }
  return new Response(body, {
    headers: { ...all, ...(encoding && { "content-encoding": encoding, vary: "accept-encoding" }) },
  })
}
