import { once } from "node:events"
import { createConnection } from "node:net"
import type { ClientBase } from "pg"

/** What a cancel request must name. The driver's types omit it. */
interface Backend {
  readonly processID: number
  readonly secretKey: number
  readonly host: string
  readonly port: number
}

const cancelCode = 80_877_102
const cancelTimeoutMs = 2000

/**
 * Sends a cancel request for the client's statement over a separate connection. Resolves when the
 * server closes it.
 */
export async function cancelStatement(client: ClientBase): Promise<void> {
  const { processID, secretKey, host, port } = client as ClientBase & Backend
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const message = Buffer.alloc(16)
  for (const [index, value] of [16, cancelCode, processID, secretKey].entries())
    message.writeInt32BE(value | 0, index * 4)
  const socket = createConnection(target)
  const stop = AbortSignal.timeout(cancelTimeoutMs)
  socket.end(message)
  await once(socket, "close", { signal: stop }).catch(() => socket.destroy())
}

/**
 * Runs the client's statement and cancels it on the server if the signal aborts. The client is free
 * once the promise settles.
 */
export async function cancelOnAbort<T>(
  client: ClientBase,
  signal: AbortSignal | undefined,
  run: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  let cancelled: Promise<void> | undefined
  const cancel = () => {
    cancelled = cancelStatement(client)
  }
  signal?.addEventListener("abort", cancel, { once: true })
  try {
    return await run()
  } finally {
    signal?.removeEventListener("abort", cancel)
    await cancelled
  }
}
