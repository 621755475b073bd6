import type * as fc from "fast-check"

/** A request as it is written on the wire; `{token}` stands for an access token. */
export interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly string[]
  readonly body: string
  /** Of a request that is not whole: how much of it is sent, as a share, before the sender hangs up. */
  readonly sent?: number | undefined
}

/** One of several things to draw from, with how often it is drawn. */
export const share = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

/** The bytes of a request; the connection is to be closed after its answer. */
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
