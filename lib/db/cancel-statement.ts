import { once } from "node:events"
import { createConnection } from "node:net"
import type { ClientBase } from "pg"

/** What a cancellation has to name; the driver's types leave it out. */
interface Backend {
  readonly processID: number
  readonly secretKey: number
  readonly host: string
  readonly port: number
}

const cancelCode = 80_877_102
const cancelTimeoutMs = 2000

/** Tells the server to end the client's statement, over a connection of its own, which the server closes once it has. */
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

/** Runs the client's statement; where the signal aborts, the server ends it, and the client is free once the promise has settled. */
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
