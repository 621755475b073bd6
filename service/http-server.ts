import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { type ArrivalRules, type LimitRefusal, limitServer } from "@/lib/http-limits"

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** The port is unavailable. The message says why and what to do. */
export class ListenError extends Error {
  override name = "ListenError"
}

export interface HttpServer {
  readonly port: number
  /**
   * Starts answering with `handler`. Until then, every request is told that the service is
   * starting.
   */
  serve(handler: RequestHandler): void
  /** Stops accepting. Resolves when responses in progress are finished. */
  stop(): Promise<void>
}

const answerStarting: RequestHandler = (request, response) => {
  const alive = request.url === "/healthz"
  const body = alive
    ? { status: "ok" }
    : { errorCode: "unavailable", message: "The service is starting; try again in a moment." }
  response.writeHead(alive ? 200 : 503, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    ...(!alive && { "retry-after": "2" }),
  })
  response.end(JSON.stringify(body))
}

function describeListenFault(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
): ListenError {
  const message =
    error.code === "EADDRINUSE"
      ? `Port ${port} is taken. Stop what listens there, or set SERVICE_PORT to a free port.`
      : `Cannot listen on ${host}:${port} (${error.code ?? error.message}).`
  return new ListenError(message, { cause: error })
}

/**
 * How long a request may take to arrive, including its body. Requests are also limited per client.
 */
const patience: Partial<ArrivalRules> = {
  headersMs: 10_000,
  bodyMs: 30_000,
  uploadMs: 30_000,
  answered: Number.POSITIVE_INFINITY,
}

const refusalTexts: { readonly [Code in LimitRefusal["code"]]: string } = {
  malformed_request: "This is not an HTTP request that can be read.",
  method_not_allowed: "This method is not known here.",
  headers_too_large: "The address and the headers together are longer than 16 KiB.",
  request_timeout: "The request did not arrive in time.",
  body_too_large: "The body is larger than 64 KiB.",
  too_busy: "Too many requests are under way.",
  starting: "The service is starting.",
}

/** The JSON response to input that never became a request. */
const printRefusal = ({ code }: LimitRefusal) => ({
  type: "application/json; charset=utf-8",
  text: JSON.stringify({ errorCode: code, message: refusalTexts[code] }),
})

/**
 * The identity's forms are read completely. The API checks a body after everything else (decisions
 * "Errors": order), so there the handler reads it, or does not.
 */
const bodyLimit = ({ url = "" }: IncomingMessage): number =>
  url.startsWith("/oidc") ? 64 * 1024 : Number.POSITIVE_INFINITY

/** Maximum bytes of the URL and all headers together. */
const maxHeaderSize = 16 * 1024

/** How long a response in progress may take after the server stops. */
const stopPatienceMs = 10_000

/**
 * Tracks connections without a response in progress. Browsers keep some open, even some that never
 * sent a request.
 */
function trackConnections(server: Server) {
  const idle = new Set<Socket>()
  let stopping = false
  server.on("connection", (socket: Socket) => {
    idle.add(socket)
    socket.once("close", () => idle.delete(socket))
  })
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    response.once("close", () => {
      if (stopping) socket.destroySoon()
      else if (!socket.destroyed) idle.add(socket)
    })
  })
  return {
    closeIdle() {
      stopping = true
      for (const socket of idle) socket.destroy()
    },
  }
}

/**
 * Binds the port before anything else, so that a second service stops before it touches the
 * database.
 */
export async function openHttpServer(
  host: string,
  port: number,
  rules: Partial<ArrivalRules> = patience,
): Promise<HttpServer> {
  let handler = answerStarting
  const server = createServer({ maxHeaderSize }, (request, response) => handler(request, response))
  limitServer(server, { bodyLimit, print: printRefusal, rules })
  const connections = trackConnections(server)
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(describeListenFault(error, host, port)))
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    serve(next) {
      handler = next
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      connections.closeIdle()
      const patience = setTimeout(() => server.closeAllConnections(), stopPatienceMs)
      await closed
      clearTimeout(patience)
    },
  }
}
