import { type JsonPatchOperation, readPatch as readBody } from "@/lib/json-patch"
import { ApiError } from "./errors"

const acceptedTypes = ["application/json-patch+json", "application/json"]

const mediaType = (header: string | null) => header?.split(";")[0]?.trim().toLowerCase() ?? ""

/** The patch in a request's body: 415 for another content type, 413 over 64 KiB, 400 where it is no patch. */
export async function readPatch({
  headers,
  body,
}: Request): Promise<readonly JsonPatchOperation[]> {
  if (!acceptedTypes.includes(mediaType(headers.get("content-type"))))
    throw new ApiError("unsupported_media_type")
  const contentLength = Number(headers.get("content-length") ?? 0)
  const patch = await readBody({ body, contentLength })
  if (patch.ok) return patch.operations
  switch (patch.code) {
    // A body whose rest is not read leaves the connection unusable.
    case "too_large":
      throw new ApiError("body_too_large", { headers: { connection: "close" } })
    case "cut_off":
      throw new ApiError("malformed_body", { message: "The body ends too early." })
    case "not_json":
      throw new ApiError("malformed_body")
    case "malformed": {
      const details = patch.problems.map(({ index, message }) => ({ path: `/${index}`, message }))
      const message = details[0]?.message
      throw new ApiError("malformed_patch", { ...(message !== undefined && { message }), details })
    }
  }
}
