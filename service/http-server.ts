import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { answerClientError } from "./client-error"

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** The port could not be had; the message says why and what to do. */
export class ListenError extends Error {
  override name = "ListenError"
}

/** A listening server. */
export interface HttpServer {
  readonly port: number
  /** From now on `handler` answers; until then every request is told that the service is starting. */
  serve(handler: RequestHandler): void
  /** Stops accepting; resolves when the answers under way are finished. */
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

/** How long a request may take to arrive, in milliseconds, and how often that is looked at. */
export interface ArrivalLimits {
  readonly requestTimeout: number
  readonly headersTimeout: number
  readonly connectionsCheckingInterval: number
}

const patientLimits: ArrivalLimits = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
}

/** Of the address and all headers together, in bytes. */
const maxHeaderSize = 16 * 1024

/** How long an answer under way may take once the server stops. */
const stopPatienceMs = 10_000

/** Knows which connections have no answer under way: browsers keep some open, also such as never asked anything. */
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

/** Takes the port before anything else is done, so that a second service stops before it touches the database. */
export async function openHttpServer(
  host: string,
  port: number,
  limits: ArrivalLimits = patientLimits,
): Promise<HttpServer> {
  let handler = answerStarting
  const server = createServer({ ...limits, maxHeaderSize }, (request, response) =>
    handler(request, response),
  )
  server.on("clientError", answerClientError)
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
