import type * as fc from "fast-check"

/** A request as sent on the wire. `{token}` is replaced with an access token. */
export interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly string[]
  readonly body: string
  /** For an incomplete request: the share of it that is sent before the connection is closed. */
  readonly sent?: number | undefined
}

/** An arbitrary with its weight. */
export const share = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

/** The bytes of a request that closes the connection after its response. */
export function printRequest(request: FuzzRequest, token: string): Buffer {
  const { method, target, headers, body, sent = 1 } = request
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [
    `${method} ${target} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Connection: close",
    ...length,
    ...headers.map((header) => header.replace("{token}", token)),
  ]
  const bytes = Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`)
  return bytes.subarray(0, Math.ceil(bytes.length * sent))
}
