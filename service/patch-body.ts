import { type JsonPatchOperation, parsePatch } from "@/lib/json-patch"
import { ApiError } from "./errors"

const bodyLimit = 64 * 1024
const acceptedTypes = ["application/json-patch+json", "application/json"]

const mediaType = (header: string | null) => header?.split(";")[0]?.trim().toLowerCase() ?? ""

/** A body whose rest is not read leaves the connection unusable. */
const tooLarge = () => new ApiError("body_too_large", { headers: { connection: "close" } })

async function* readChunks(body: ReadableStream<Uint8Array> | null) {
  const reader = body?.getReader()
  if (!reader) return
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new ApiError("malformed_body", { message: "The body ends too early.", cause })
    })
    if (done) return
    yield value
  }
}

/** The body's bytes, never more of them than the limit, whatever length is announced. */
async function readBytes({ headers, body }: Request): Promise<Uint8Array> {
  if (Number(headers.get("content-length") ?? 0) > bodyLimit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readChunks(body)) {
    size += chunk.length
    if (size > bodyLimit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new ApiError("malformed_body", { cause })
  }
}

/** The patch in a request's body: 415 for another content type, 413 over 64 KiB, 400 where it is no patch. */
export async function readPatch(request: Request): Promise<readonly JsonPatchOperation[]> {
  if (!acceptedTypes.includes(mediaType(request.headers.get("content-type"))))
    throw new ApiError("unsupported_media_type")
  const parsed = parsePatch(parseJson(await readBytes(request)))
  if (parsed.ok) return parsed.operations
  const details = parsed.problems.map(({ index, message }) => ({ path: `/${index}`, message }))
  const message = details[0]?.message
  throw new ApiError("malformed_patch", { ...(message !== undefined && { message }), details })
}
