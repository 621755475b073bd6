import "server-only"
import { type Dispatcher, request as sendWith } from "undici"
import type { UpstreamLimits } from "./config"
import { UpstreamError } from "./upstream-error"

/** One request: these headers and no others go out. */
export interface HttpRequest {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body?: string
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  readonly header: (name: string) => string | undefined
}

export type SendRequest = (request: HttpRequest) => Promise<HttpAnswer>

async function readText(chunks: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > most) throw new UpstreamError("upstream_invalid")
    parts.push(chunk)
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts))
}

/** A clock over one call: first for its headers, then for the whole. */
function startDeadline({ headersMs, wholeMs }: UpstreamLimits) {
  const controller = new AbortController()
  const abort = () => controller.abort(new UpstreamError("upstream_timeout"))
  const whole = setTimeout(abort, wholeMs)
  const headers = setTimeout(abort, headersMs)
  return {
    signal: controller.signal,
    headersArrived: () => clearTimeout(headers),
    stop: () => {
      clearTimeout(headers)
      clearTimeout(whole)
    },
  }
}

const isGarbled = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "HTTPParserError" || error.name === "HeadersOverflowError")

/** Before the headers: no talk at all, unless what came was no HTTP. */
function connectionError(error: unknown): UpstreamError {
  const code = isGarbled(error) ? "upstream_invalid" : "upstream_unreachable"
  return new UpstreamError(code, { cause: error })
}

/**
 * Sends one request with exactly the headers given, follows no redirect, and reads the whole answer as
 * text. Throws `UpstreamError` `upstream_unreachable`, `upstream_timeout`, or `upstream_invalid` for an
 * answer that is cut off, too large, compressed or not UTF-8.
 */
export function createSender({
  dispatcher,
  limits,
}: {
  dispatcher: Dispatcher
  limits: UpstreamLimits
}): SendRequest {
  return async ({ url, method, headers, body }) => {
    const deadline = startDeadline(limits)
    const { signal } = deadline
    let refuse = connectionError
    try {
      const answer = await sendWith(url, {
        dispatcher,
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
      })
      deadline.headersArrived()
      refuse = (cause) => new UpstreamError("upstream_invalid", { cause })
      const text = await readText(answer.body, limits.bodyBytes)
      const header = (name: string) => [answer.headers[name] ?? []].flat()[0]
      return { status: answer.statusCode, text, header }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw error instanceof UpstreamError ? error : refuse(error)
    } finally {
      deadline.stop()
    }
  }
}
