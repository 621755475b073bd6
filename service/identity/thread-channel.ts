import { Duplex } from "node:stream"
import type { MessagePort } from "node:worker_threads"
import type { IdentityDocuments, IdentitySettings } from "./configuration"
import type { IdentityKeys } from "./keys"

/** What the identity's thread is started with; it opens nothing of its own. */
export interface IdentityThreadData {
  readonly settings: IdentitySettings & { readonly host: string }
  readonly keys: IdentityKeys
  /** Leads to the documents, as `serveDocuments` answers them. */
  readonly documents: MessagePort
}

/** An error as threads exchange it: their clones of errors lose names and codes. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly stack?: string | undefined
  readonly code?: unknown
}

/** What the identity's thread tells. */
export type IdentityThreadMessage = "ready" | { readonly error: SentError }

/** An error's name, message, stack and code, to be sent to another thread. */
export function sendableError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) }
  const { name, message, stack } = error
  return { name, message, stack, ...("code" in error && { code: error.code }) }
}

/** The error that another thread sent. */
export const receivedError = ({ message, ...rest }: SentError): Error =>
  Object.assign(new Error(message), rest)

/** One end of a connection between two threads, as HTTP clients and servers take it in place of a socket. */
export function openPortStream(port: MessagePort): Duplex {
  let isWhole = false
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      // A copy of its own: the chunk may be a part of a larger buffer, which would be sent whole.
      const bytes = new Uint8Array(chunk)
      port.postMessage(bytes, [bytes.buffer])
      done()
    },
    final(done) {
      port.postMessage(null)
      done()
    },
    destroy(error, done) {
      port.close()
      done(error)
    },
  })
  port.on("message", (chunk: Uint8Array | null) => {
    isWhole = chunk === null
    stream.push(chunk && Buffer.from(chunk.buffer))
  })
  port.once("close", () => {
    if (!isWhole) stream.destroy()
  })
  return stream
}

type Method = keyof IdentityDocuments

interface Call {
  readonly id: number
  readonly method: Method
  readonly values: readonly unknown[]
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: SentError
}

/** Answers another thread's calls of the documents, over this thread's connections to the database. */
export function serveDocuments(port: MessagePort, documents: IdentityDocuments): void {
  port.on("message", async ({ id, method, values }: Call) => {
    const answer: Answer = await Promise.resolve()
      .then(() => Reflect.apply(documents[method], documents, values))
      .then(
        (value: unknown) => ({ id, value }),
        (error: unknown) => ({ id, error: sendableError(error) }),
      )
    port.postMessage(answer)
  })
  port.unref()
}

/** The documents that another thread serves at the other end of `port`. */
export function openServedDocuments(port: MessagePort): IdentityDocuments {
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  port.on("message", (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const call =
    <Name extends Method>(method: Name) =>
    (...values: Parameters<IdentityDocuments[Name]>) =>
      new Promise<unknown>((resolve, reject) => {
        last += 1
        waiting.set(last, ({ value, error }) =>
          error ? reject(receivedError(error)) : resolve(value),
        )
        port.postMessage({ id: last, method, values } satisfies Call)
      }) as ReturnType<IdentityDocuments[Name]>
  return {
    put: call("put"),
    ensure: call("ensure"),
    get: call("get"),
    getByAlias: call("getByAlias"),
    consume: call("consume"),
    remove: call("remove"),
    removeGroup: call("removeGroup"),
  }
}
