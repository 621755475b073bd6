import { AsyncLocalStorage } from "node:async_hooks"
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { type CongestionRules, createCongestionGate, defaultCongestion } from "./congestion-gate"

/** Why a request was not passed to the handler. */
export interface LimitRefusal {
  readonly status: 400 | 405 | 408 | 413 | 431 | 503
  readonly code:
    | "too_busy"
    | "starting"
    | "malformed_request"
    | "method_not_allowed"
    | "request_timeout"
    | "body_too_large"
    | "headers_too_large"
  /** Maximum bytes read. */
  readonly limit?: number
}

/** Limits on incoming traffic: numbers of connections, milliseconds and bytes. */
export interface ArrivalRules {
  readonly connections: number
  /**
   * Connections without a complete request. Beyond this, the one that has waited longest is closed.
   */
  readonly unfinished: number
  /** Concurrent requests of one connection. */
  readonly pipelined: number
  /**
   * Concurrent requests of all connections. Further ones are refused early instead of answered
   * late.
   */
  readonly answered: number
  readonly headersMs: number
  /** For a body passed on complete, and for a larger one that is streamed. */
  readonly bodyMs: number
  readonly uploadMs: number
  /** Time without a byte in either direction. */
  readonly silenceMs: number
  /**
   * How long to discard the rest of a refused body, so that the sender still receives the reason.
   */
  readonly lingerMs: number
  /** The largest body that is buffered before the handler is called. */
  readonly wholeBytes: number
  readonly sweepMs: number
  /** How long simultaneous requests are started one after another before other work runs. */
  readonly sliceMs: number
}

export const defaultArrival: ArrivalRules = {
  connections: 4096,
  unfinished: 512,
  pipelined: 16,
  answered: 256,
  headersMs: 10_000,
  bodyMs: 30_000,
  uploadMs: 330_000,
  silenceMs: 300_000,
  lingerMs: 5_000,
  wholeBytes: 64 * 1024,
  sweepMs: 1_000,
  sliceMs: 20,
}

export interface PrintedRefusal {
  readonly type: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface RequestLimits {
  /**
   * Returns why a request is refused before its handler, if so. May also correct the request's URL.
   */
  readonly inspect?: (request: IncomingMessage) => LimitRefusal | undefined
  /** Maximum bytes of a request's body, by method and URL. */
  readonly bodyLimit: (request: IncomingMessage) => number
  /** Prints the response to a refusal. There is no request if none could be parsed. */
  readonly print: (refusal: LimitRefusal, request?: IncomingMessage) => PrintedRefusal
  /**
   * Whether a request bypasses queues and counts: health checks, and streams that stay open for the
   * lifetime of a page.
   */
  readonly isExempt?: (request: IncomingMessage) => boolean
  /**
   * Whether a request is CPU-bound, so that it starts only when no connection waits to be accepted,
   * and is refused if too many wait.
   */
  readonly isHeavy?: (request: IncomingMessage) => boolean
  /** Added to every response without a header of that name, even if its handler failed. */
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** Headers that only the program may set, in lower case. Removed from client requests. */
  readonly ownHeaders?: readonly string[]
  /**
   * Whether the program is about to exit. Connections then close after their next response, so that
   * clients reconnect elsewhere.
   */
  readonly isEnding?: () => boolean
  /** Returns a handler that replaces the server's own, if any. */
  readonly handlerOf?: (
    request: IncomingMessage,
  ) => ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  readonly rules?: Partial<ArrivalRules>
  readonly congestion?: Partial<CongestionRules>
}

interface Wait {
  readonly until: number
  readonly end: () => void
}

/**
 * Tracks connections without a complete request. Each has a deadline, and their number is limited.
 */
function createWaits({ unfinished, sweepMs }: ArrivalRules, server: Server) {
  const waits = new Map<Duplex, Wait>()
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [socket, { until, end }] of waits) {
      if (now < until) continue
      waits.delete(socket)
      end()
    }
  }, sweepMs).unref()
  server.once("close", () => clearInterval(sweep))
  return {
    add(socket: Duplex, withinMs: number, end: () => void) {
      waits.delete(socket)
      if (socket.destroyed) return
      waits.set(socket, { until: performance.now() + withinMs, end })
      const [oldest] = waits.size > unfinished ? waits.keys() : []
      if (!oldest) return
      waits.delete(oldest)
      oldest.destroy()
    },
    delete: (socket: Duplex) => void waits.delete(socket),
  }
}

/**
 * Runs each task at once. Of many that arrive together, runs only as many per turn of the event
 * loop as fit its time slice.
 */
function createPacer(sliceMs: number): (work: () => void) => void {
  const queue: (() => void)[] = []
  let began: number | undefined
  const nextSlot = () => {
    began = undefined
    const work = queue.shift()
    if (work) take(work)
  }
  function take(work: () => void) {
    if (began === undefined) {
      began = performance.now()
      setImmediate(nextSlot)
    }
    work()
  }
  return (work) => {
    const isOver = began !== undefined && performance.now() - began > sliceMs
    if (isOver || queue.length > 0) queue.push(work)
    else take(work)
  }
}

const refusals: { readonly [code: string]: LimitRefusal } = {
  HPE_HEADER_OVERFLOW: { status: 431, code: "headers_too_large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "request_timeout" },
}
const malformed: LimitRefusal = { status: 400, code: "malformed_request" }
const busy: LimitRefusal = { status: 503, code: "too_busy" }
const late: LimitRefusal = { status: 408, code: "request_timeout" }

const lengthOf = ({ headers }: IncomingMessage) => Number(headers["content-length"] ?? 0)
const hasBody = (request: IncomingMessage) =>
  request.headers["transfer-encoding"] !== undefined || lengthOf(request) > 0

/**
 * Calls `onChunk` with each chunk of a body before anybody reads it, and with null at its end.
 * Returning true passes it on.
 */
function watchBody(request: IncomingMessage, onChunk: (chunk: Buffer | null) => boolean): void {
  request.push = (chunk: Buffer | null) => {
    if (!onChunk(chunk)) return true
    if (chunk === null) Reflect.deleteProperty(request, "push")
    return Object.getPrototypeOf(request).push.call(request, chunk)
  }
}

/** Runs the work right before a response's head is sent. */
function beforeHead(response: ServerResponse, work: () => void): void {
  const { writeHead } = response
  response.writeHead = (...head: unknown[]) => {
    work()
    return Reflect.apply(writeHead, response, head)
  }
}

const isLower = (name: string) => name === name.toLowerCase()

const text = /^(?:text\/|image\/svg\+xml)(?!.*charset)/i
const plainText = "text/plain; charset=utf-8"
const redirections: readonly number[] = [301, 302, 303, 307, 308]

/** Adds `charset=utf-8`: all texts are UTF-8. */
function nameCharset<T extends Record<string, unknown>>(headers: T): T {
  const { "content-type": type } = headers
  return typeof type === "string" && text.test(type)
    ? { ...headers, "content-type": `${type}; charset=utf-8` }
    : headers
}

/** Same, for headers set one by one. Next sends a redirect's target as a body without a type. */
function nameSetCharset(response: ServerResponse, status: number): void {
  const type = response.getHeader("content-type")
  if (typeof type === "string" && text.test(type))
    response.setHeader("content-type", `${type}; charset=utf-8`)
  if (type === undefined && redirections.includes(status))
    response.setHeader("content-type", plainText)
}

/** Adds these headers to a response's head, except those it already has. */
function completeHead(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const { writeHead } = response
  response.writeHead = (...head: unknown[]) => {
    const given = head.at(-1)
    const isAllGiven =
      given instanceof Object &&
      !Array.isArray(given) &&
      response.getHeaderNames().length === 0 &&
      Object.keys(given).every(isLower)
    // Headers passed together are written together, without being set one by one.
    if (isAllGiven) head.splice(-1, 1, nameCharset({ ...headers, ...given }))
    else {
      for (const [name, value] of Object.entries(headers))
        if (!response.hasHeader(name)) response.setHeader(name, value)
      nameSetCharset(response, Number(head[0]))
    }
    return Reflect.apply(writeHead, response, head)
  }
}

/** Collects a body's chunks into one buffer, however small they are. */
function createBuffer() {
  let held = Buffer.alloc(0)
  let size = 0
  return {
    size: () => size,
    add(chunk: Buffer) {
      if (size + chunk.length > held.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(1024, 2 * held.length, size + chunk.length))
        held.copy(larger, 0, 0, size)
        held = larger
      }
      size += chunk.copy(held, size)
    },
    read: () => held.subarray(0, size),
  }
}

/**
 * Limits everything that an untrusted client can send to an HTTP server, before the handler is
 * called: connections, time, and the size of each body. Small bodies are buffered, larger ones are
 * streamed. Refused requests get a response, and their connection is closed. Call it after the
 * server has its handler.
 */
export function limitServer(server: Server, limits: RequestLimits): void {
  const rules = { ...defaultArrival, ...limits.rules }
  const waits = createWaits(rules, server)
  const lingering = new WeakSet<Duplex>()
  const answering = new WeakMap<Duplex, Set<ServerResponse>>()
  const begin = createPacer(rules.sliceMs)
  const gate = createCongestionGate({ ...defaultCongestion, ...limits.congestion })
  const handlers = server.listeners("request")
  let answered = 0

  /** Sends what is pending and ends the stream, then discards incoming data for a while. */
  function linger(socket: Duplex) {
    if (lingering.has(socket)) return
    lingering.add(socket)
    waits.add(socket, rules.lingerMs, () => socket.destroy())
    socket.end()
  }

  /** While a body is still arriving, closing the connection at once would lose the response. */
  function lingerUntilWhole(request: IncomingMessage, socket: Socket) {
    const { destroySoon } = Object.getPrototypeOf(socket)
    socket.destroySoon = () => (request.complete ? destroySoon.call(socket) : linger(socket))
  }

  function printRefusal(refusal: LimitRefusal, request?: IncomingMessage) {
    const { type, text, headers } = limits.print(refusal, request)
    const all = {
      ...limits.answerHeaders,
      "content-type": type,
      "content-length": `${Buffer.byteLength(text)}`,
      "cache-control": "no-store",
      ...headers,
      connection: "close",
    }
    return { text, headers: all }
  }

  /** Responds to input that never became a request. */
  function refuseSocket(socket: Duplex, refusal: LimitRefusal) {
    const { status } = refusal
    const { text, headers } = printRefusal(refusal)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`)
    linger(socket)
  }

  function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex) {
    const isEnded = error.code === "ECONNRESET" || error.code === "HPE_INVALID_EOF_STATE"
    const isAnswered = [...(answering.get(socket) ?? [])].some(({ headersSent }) => headersSent)
    if (isEnded || isAnswered) socket.destroy()
    else if (socket.writable) refuseSocket(socket, refusals[error.code ?? ""] ?? malformed)
  }

  function refuse(request: IncomingMessage, response: ServerResponse, refusal: LimitRefusal) {
    if (response.headersSent || response.destroyed) return void request.socket.destroy()
    watchBody(request, () => false)
    lingerUntilWhole(request, request.socket)
    const { text, headers } = printRefusal(refusal, request)
    response.writeHead(refusal.status, headers)
    response.end(text)
  }

  const awaitRequest = (socket: Duplex) =>
    waits.add(socket, rules.headersMs, () => refuseSocket(socket, late))

  /** Passes a request on once its body is complete. */
  function awaitBody(request: IncomingMessage, response: ServerResponse, handOn: () => void) {
    const limit = limits.bodyLimit(request)
    const refusal: LimitRefusal = { status: 413, code: "body_too_large", limit }
    const body = createBuffer()
    waits.add(request.socket, rules.bodyMs, () => refuse(request, response, late))
    watchBody(request, (chunk) => {
      if (chunk && body.size() + chunk.length > limit) refuse(request, response, refusal)
      else if (chunk) body.add(chunk)
      else {
        waits.delete(request.socket)
        Reflect.deleteProperty(request, "push")
        if (body.size() > 0) request.push(body.read())
        request.push(null)
        handOn()
      }
      return false
    })
  }

  /** Passes a request on at once. Does not wait for a body that its handler ignores. */
  function followBody(request: IncomingMessage, response: ServerResponse, handOn: () => void) {
    const { socket } = request
    const limit = limits.bodyLimit(request) + rules.wholeBytes
    let size = 0
    waits.add(socket, rules.uploadMs, () => {
      if (response.headersSent) socket.destroy()
      else refuseSocket(socket, late)
    })
    watchBody(request, (chunk) => {
      size += chunk?.length ?? 0
      if (size > limit) socket.destroy()
      if (chunk === null) waits.delete(socket)
      return !lingering.has(socket)
    })
    lingerUntilWhole(request, socket)
    beforeHead(response, () => {
      if (!request.complete) response.shouldKeepAlive = false
    })
    handOn()
  }

  /** The server's own handlers, in the context of the request. */
  function callHandlers() {
    const resume = AsyncLocalStorage.snapshot()
    return (request: IncomingMessage, response: ServerResponse) => {
      for (const handler of handlers) resume(() => handler.call(server, request, response))
    }
  }

  function admit(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request
    if (lingering.has(socket)) return
    const underWay = answering.get(socket) ?? new Set()
    if (underWay.size >= rules.pipelined) return void socket.destroy()
    answering.set(socket, underWay.add(response))
    waits.delete(socket)
    response.once("close", () => {
      underWay.delete(response)
      if (underWay.size === 0 && !lingering.has(socket)) awaitRequest(socket)
    })
    for (const name of limits.ownHeaders ?? []) delete request.headers[name]
    if (limits.answerHeaders) completeHead(response, limits.answerHeaders)
    if (limits.isEnding?.()) response.shouldKeepAlive = false
    const refusal = limits.inspect?.(request)
    if (refusal) return refuse(request, response, refusal)
    const isExempt = limits.isExempt?.(request) === true
    if (!isExempt && answered >= rules.answered) return refuse(request, response, busy)
    const handler = limits.handlerOf?.(request) ?? callHandlers()
    const hand = () => {
      if (!response.destroyed) handler(request, response)
    }
    const handOn = () => {
      if (isExempt) return hand()
      if (response.destroyed) return
      answered += 1
      response.once("close", () => {
        answered -= 1
      })
      if (!limits.isHeavy?.(request)) return begin(hand)
      gate.enter(response, { begin: hand, refuse: () => refuse(request, response, busy) })
    }
    if (!hasBody(request)) return handOn()
    const limit = limits.bodyLimit(request)
    if (lengthOf(request) > limit)
      return refuse(request, response, { status: 413, code: "body_too_large", limit })
    if (request.headers.expect !== undefined) response.writeContinue()
    if (limit > rules.wholeBytes) followBody(request, response, handOn)
    else awaitBody(request, response, handOn)
  }

  server.headersTimeout = rules.headersMs
  server.requestTimeout = rules.uploadMs
  server.timeout = rules.silenceMs
  server.maxConnections = rules.connections
  server.removeAllListeners("request")
  server.removeAllListeners("upgrade")
  server.on("request", admit)
  server.on("checkContinue", admit)
  server.on("clientError", refuseUnreadable)
  server.on("connection", (socket: Socket) => {
    gate.noteConnection()
    awaitRequest(socket)
    socket.once("close", () => waits.delete(socket))
  })
}
