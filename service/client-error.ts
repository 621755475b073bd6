import type { Duplex } from "node:stream"

interface Refusal {
  readonly status: string
  readonly errorCode: string
  readonly message: string
}

const malformed: Refusal = {
  status: "400 Bad Request",
  errorCode: "malformed_request",
  message: "This is not an HTTP request that can be read.",
}

/** By the code of Node's error. */
const refusals: { readonly [code: string]: Refusal } = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    errorCode: "headers_too_large",
    message: "The address and the headers together are longer than 16 KiB.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    errorCode: "request_timeout",
    message: "The request did not arrive in time.",
  },
}

/** Answers what never became a request, as JSON, and closes its connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const { status, ...body } = refusals[error.code ?? ""] ?? malformed
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${text}`,
  )
}
