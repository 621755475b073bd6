import { connect } from "node:net"

/** The response on a connection before it was closed. */
export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const deadlineMs = 15_000

function joinChunks(text: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let rest = text; rest.length > 0; ) {
    const end = rest.indexOf("\r\n")
    const size = Number.parseInt(rest.subarray(0, end).toString(), 16)
    if (end < 0 || !(size > 0)) break
    chunks.push(rest.subarray(end + 2, end + 2 + size))
    rest = rest.subarray(end + 4 + size)
  }
  return Buffer.concat(chunks)
}

function readAnswer(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const [first = "", ...lines] = bytes.subarray(0, end).toString().split("\r\n")
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
  const rest = bytes.subarray(end + 4)
  if (status < 200) return readAnswer(rest)
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = headers.get("transfer-encoding") === "chunked" ? joinChunks(rest) : rest
  return { status, headers, body: body.toString() }
}

/**
 * Sends raw bytes over a separate connection and reads until the other side closes it. Resolves to
 * undefined without a response. `hangUp` ends the sending side, for incomplete requests.
 */
export function exchangeRaw(
  port: number,
  bytes: Buffer,
  { hangUp = false }: { hangUp?: boolean } = {},
): Promise<RawAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: "127.0.0.1" }, () => {
      if (hangUp) socket.end(bytes)
      else socket.write(bytes)
    })
    socket.setTimeout(deadlineMs, () => {
      reject(new Error("The connection was neither answered nor closed."))
      socket.destroy()
    })
    socket.on("data", (chunk: Buffer) => chunks.push(chunk))
    socket.on("error", () => socket.destroy())
    socket.on("close", () => resolve(readAnswer(Buffer.concat(chunks))))
  })
}
