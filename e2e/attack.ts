import { connect, type Socket } from "node:net"

const mebibyte = 1024 * 1024
const deadlineMs = 60_000

/** The outcome of an attack on one address. */
export interface Outcome {
  /** The response's status; 0 without a response. */
  readonly status: number
  /** Whether the server closed the connection. */
  readonly ended: boolean
  readonly head: string
}

export interface BodyAttack {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly megabytes: number
  /** Whether a content-length header announces the size; otherwise the body is chunked. */
  readonly announced: boolean
  /** The text that the body repeats. */
  readonly piece: string
}

export const openSocket = (origin: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1")
    socket.once("connect", () => resolve(socket))
    socket.once("error", reject)
  })

const write = (socket: Socket, data: Buffer | string): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed || socket.write(data)) return resolve()
    const go = () => {
      for (const event of ["drain", "close", "error"]) socket.off(event, go)
      resolve()
    }
    for (const event of ["drain", "close", "error"]) socket.once(event, go)
  })

/** Collects what a socket receives until it closes or the wait times out. */
export function follow(socket: Socket) {
  let text = ""
  let ended = false
  socket.on("data", (chunk: Buffer) => {
    if (text.length < 4096) text += chunk.toString("latin1")
  })
  socket.on("error", () => {})
  const closed = new Promise<void>((resolve) => {
    const finish = () => {
      ended = true
      resolve()
    }
    socket.once("end", finish)
    socket.once("close", finish)
    setTimeout(resolve, deadlineMs).unref()
  })
  return {
    hasAnswer: () => text.includes("\r\n\r\n"),
    async outcome(): Promise<Outcome> {
      await closed
      socket.destroy()
      const [head = ""] = text.split("\r\n\r\n")
      return { status: Number(head.split(" ")[1] ?? 0), ended, head }
    },
  }
}

export const printHead = (
  { method, path, headers }: Pick<BodyAttack, "method" | "path" | "headers">,
  origin: string,
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n")

/**
 * Sends a large body as fast as the server accepts it, until the connection closes; a server that
 * responds but keeps reading is sent all of it.
 */
export async function sendBody(origin: string, attack: BodyAttack): Promise<Outcome> {
  const { megabytes, announced, piece, headers } = attack
  const size = megabytes * mebibyte
  const block = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)).slice(0, 65_536))
  const length = announced ? { "content-length": `${size}` } : { "transfer-encoding": "chunked" }
  const socket = await openSocket(origin)
  const answer = follow(socket)
  await write(socket, printHead({ ...attack, headers: { ...headers, ...length } }, origin))
  for (let sent = 0; sent < size && !socket.destroyed; sent += block.length) {
    if (!announced) await write(socket, `${block.length.toString(16)}\r\n`)
    await write(socket, block)
    if (!announced) await write(socket, "\r\n")
    if (answer.hasAnswer()) break
    // Yields, so that a response can be read.
    if (sent % mebibyte === 0) await new Promise(setImmediate)
  }
  if (!announced && !answer.hasAnswer()) await write(socket, "0\r\n\r\n")
  return answer.outcome()
}
