import "server-only"
import { type Dispatcher, request as sendWith } from "undici"
import { type Operation, type PathParameters, printPath } from "../catalogue"
import type { UpstreamLimits } from "./config"
import { tlsFaultOf } from "./tls-fault"
import { UpstreamError } from "./upstream-error"

/** One request. Only these headers are sent. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PATCH"
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body?: string
}

export interface RequestParts {
  readonly apiUrl: string
  readonly operation: Operation
  readonly parameters: PathParameters
  readonly token: string
  readonly requestId: string
  readonly traceparent?: string | undefined
  readonly search?: URLSearchParams
  /** JSON text of a patch. */
  readonly body?: string
}

/** Builds a request with its own headers: none of a browser's are passed on (specification 5.1). */
export function buildRequest(parts: RequestParts): HttpRequest {
  const { apiUrl, operation, parameters, token, requestId, traceparent, search, body } = parts
  const query = search?.toString()
  return {
    method: operation.method,
    url: `${apiUrl}${printPath(operation, parameters)}${query ? `?${query}` : ""}`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "accept-type": "application/json",
      ...(body !== undefined && { "content-type": "application/json-patch+json" }),
      "x-request-id": requestId,
      ...(traceparent !== undefined && { traceparent }),
    },
    ...(body !== undefined && { body }),
  }
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  readonly header: (name: string) => string | undefined
}

/**
 * `onHeaders` is called when the response headers arrive, which proves that the request arrived.
 */
export type SendRequest = (request: HttpRequest, onHeaders?: () => void) => Promise<HttpAnswer>

/** Throws if the bytes are not UTF-8. Skips a byte order mark. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new UpstreamError("upstream_invalid", { cause })
  }
}

async function readText(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let count = 0
  for await (const chunk of chunks) {
    count += chunk.byteLength
    if (count > maxBytes) throw new UpstreamError("upstream_invalid")
    parts.push(chunk)
  }
  return decode(Buffer.concat(parts))
}

/** Deadlines of one call, for its headers and for the whole response. */
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

/**
 * Codes of Node and undici for an open connection that broke. With any other fault the request was
 * not sent.
 */
const brokenConnection = ["ECONNRESET", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"]

const wasSent = (error: unknown): boolean =>
  isGarbled(error) ||
  (error instanceof Error && "code" in error && brokenConnection.includes(String(error.code)))

/** Failure before the headers: unreachable, unless the response was not HTTP. */
function connectionError(cause: unknown): UpstreamError {
  const code = isGarbled(cause) ? "upstream_invalid" : "upstream_unreachable"
  const reason = tlsFaultOf(cause)
  return new UpstreamError(code, { cause, sent: wasSent(cause), ...(reason && { reason }) })
}

/** Failure after the headers: the response broke off. */
const bodyError = (cause: unknown): UpstreamError =>
  new UpstreamError("upstream_cut_off", { cause })

/**
 * Sends one request with exactly the headers given, follows no redirect, and reads the whole
 * response. Throws `UpstreamError` `upstream_unreachable`, `upstream_timeout`, `upstream_cut_off`,
 * or `upstream_invalid` for a response that is too large, compressed or not UTF-8.
 */
export function createSender({
  dispatcher,
  limits,
}: {
  dispatcher: Dispatcher
  limits: UpstreamLimits
}): SendRequest {
  return async ({ url, method, headers, body }, onHeaders) => {
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
      onHeaders?.()
      refuse = bodyError
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
