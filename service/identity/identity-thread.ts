import { type IncomingMessage, request as openRequest, type ServerResponse } from "node:http"
import { MessageChannel, Worker } from "node:worker_threads"
import type { JWK } from "jose"
import type { KeyedDocuments } from "@/lib/db"
import type { IdentitySettings } from "./configuration"
import { loadIdentityKeys, publicKeyOf } from "./keys"
import { assertLoopbackOnly } from "./loopback"
import {
  type IdentityThreadData,
  type IdentityThreadMessage,
  openPortStream,
  receivedError,
  serveDocuments,
} from "./thread-channel"

const identityProgram = new URL("./thread.mjs", import.meta.url)

/** A thread that ends sooner than this after its start is started again only after a pause, which grows. */
const soonMs = 10_000
const pausesMs = { first: 1000, longest: 30_000 }

/** Headers of one connection alone (RFC 9110, 7.6.1). */
const ofConnection = new Set(["connection", "expect", "keep-alive", "proxy-connection", "upgrade"])

/** Headers in their order and as they were written, but for those that belong to the connection. */
const passedOn = (raw: readonly string[], dropped: ReadonlySet<string> = ofConnection): string[] =>
  raw.filter((_, index) => !dropped.has((raw[index - (index % 2)] ?? "").toLowerCase()))

const ofAnswersConnection = new Set([...ofConnection, "transfer-encoding"])

const unavailable = JSON.stringify({
  errorCode: "unavailable",
  message: "The sign-in cannot answer right now; try again in a moment.",
})

/** Says that the identity does not answer; where its answer has begun already, only the connection can end. */
function refuse(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  response.writeHead(503, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "2",
  })
  response.end(unavailable)
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly patienceMs: number
}

/** Passes a request on to the thread as HTTP over a channel of its own, and its answer back. */
function forward(worker: Worker, { request, response, patienceMs }: Exchange): void {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(port2, [port2])
  const sent = openRequest({
    method: request.method,
    path: request.url,
    headers: passedOn(request.rawHeaders),
    createConnection: () => openPortStream(port1),
  })
  sent.on("error", () => refuse(response))
  sent.on("response", (answer) => {
    if (response.headersSent) return void sent.destroy()
    const { statusCode = 502, statusMessage = "", rawHeaders } = answer
    response.writeHead(statusCode, statusMessage, passedOn(rawHeaders, ofAnswersConnection))
    answer.once("error", () => response.destroy())
    answer.pipe(response)
  })
  const patience = setTimeout(() => refuse(response), patienceMs)
  response.once("close", () => {
    clearTimeout(patience)
    sent.destroy()
  })
  request.pipe(sent)
}

interface ThreadParts {
  readonly documents: KeyedDocuments
  readonly onError: (error: unknown) => void
  /** What the thread runs: the identity, unless told otherwise. */
  readonly program?: URL
  /** How long an answer may take to begin, the thread's start included; 30 s unless told otherwise. */
  readonly patienceMs?: number
}

/** The running thread, started anew whenever it ends by itself. */
function keepThread(data: Omit<IdentityThreadData, "documents">, parts: ThreadParts) {
  const { documents, onError, program = identityProgram } = parts
  let pauseMs = pausesMs.first
  let isStopped = false
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined

  function start() {
    const { port1, port2 } = new MessageChannel()
    serveDocuments(port1, documents)
    const startedAt = performance.now()
    const started = new Worker(program, {
      workerData: { ...data, documents: port2 } satisfies IdentityThreadData,
      transferList: [port2],
      execArgv: [],
    })
    // It lives no longer than the service.
    started.unref()
    started.on("message", (message: IdentityThreadMessage) => {
      if (message !== "ready") onError(receivedError(message.error))
    })
    started.on("error", onError)
    started.once("exit", () => {
      worker = undefined
      if (isStopped) return
      const isSoon = performance.now() - startedAt < soonMs
      restart = setTimeout(start, isSoon ? pauseMs : 0).unref()
      pauseMs = isSoon ? Math.min(2 * pauseMs, pausesMs.longest) : pausesMs.first
    })
    worker = started
  }

  start()
  return {
    current: () => worker,
    async stop() {
      isStopped = true
      clearTimeout(restart)
      await worker?.terminate()
    },
  }
}

/** The identity as the API's thread has it. */
export interface IdentityThread {
  readonly issuer: string
  readonly publicKey: JWK
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Ends the thread, and with it the answers under way. */
  stop(): Promise<void>
}

/**
 * The embedded identity in a thread of its own, since oidc-provider turns on async hooks, which cost every
 * request of its thread 0.16 ms. What is asked before the thread is there waits for it; while it is started
 * again, and where it takes too long, the answer is 503. Throws `ExposedIdentityError` as `createIdentity` does.
 */
export async function openIdentityThread(
  settings: IdentitySettings & { readonly host: string },
  parts: ThreadParts,
): Promise<IdentityThread> {
  const { documents, patienceMs = 30_000 } = parts
  assertLoopbackOnly(settings.host, settings.audience)
  await documents.prepare()
  const keys = await loadIdentityKeys(documents)
  const thread = keepThread({ settings, keys }, parts)
  return {
    issuer: settings.issuer,
    publicKey: publicKeyOf(keys.signing),
    handle(request: IncomingMessage, response: ServerResponse): void {
      const worker = thread.current()
      if (!worker) return void refuse(response)
      forward(worker, { request, response, patienceMs })
    },
    stop: thread.stop,
  }
}
