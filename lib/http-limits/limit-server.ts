import { AsyncLocalStorage } from "node:async_hooks"
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { type CongestionRules, createCongestionGate, defaultCongestion } from "./congestion-gate"

/** Why a request was not handed on. */
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
  /** The most that is read, in bytes. */
  readonly limit?: number
}

/** Bounds of what arrives: numbers of connections, milliseconds and bytes. */
export interface ArrivalRules {
  readonly connections: number
  /** Connections without a whole request; beyond it, the one that has waited longest is closed. */
  readonly unfinished: number
  /** Requests of one connection that are answered at once. */
  readonly pipelined: number
  /** Requests of all connections that are answered at once; what comes beyond them hears so early, instead of late. */
  readonly answered: number
  readonly headersMs: number
  /** For a body that is handed on whole, and for a larger one that is handed on as it comes. */
  readonly bodyMs: number
  readonly uploadMs: number
  /** Without a byte in either direction. */
  readonly silenceMs: number
  /** How long the rest of a refused body is thrown away, so that who is sending it still hears why. */
  readonly lingerMs: number
  /** The largest body that waits to be whole. */
  readonly wholeBytes: number
  readonly sweepMs: number
  /** How long requests that came at once are begun one after the other, before other work is let in. */
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

/** What a refusal is answered with. */
export interface PrintedRefusal {
  readonly type: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface RequestLimits {
  /** Why a request goes no further, whatever its handler would make of it; it may mend the request's address instead. */
  readonly inspect?: (request: IncomingMessage) => LimitRefusal | undefined
  /** The most bytes that a request's body may have, by its method and address. */
  readonly bodyLimit: (request: IncomingMessage) => number
  /** What is answered instead; the request is not there where none could be read. */
  readonly print: (refusal: LimitRefusal, request?: IncomingMessage) => PrintedRefusal
  /** Whether a request waits for no other and counts for nothing: it asks whether the program lives, or stays open for as long as its page. */
  readonly isExempt?: (request: IncomingMessage) => boolean
  /** Whether an answer takes so much of the processor that it is begun only when no connection waits to be accepted, and refused where too many wait for that. */
  readonly isHeavy?: (request: IncomingMessage) => boolean
  /** Of every answer that has none of its own by that name, also where its handler failed. */
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** Headers that only the program itself may set, in lower case; a client's are dropped. */
  readonly ownHeaders?: readonly string[]
  /** Whether the program is about to end: connections end with the answers to requests that come from then on, so that clients come back elsewhere. */
  readonly isEnding?: () => boolean
  /** Who answers a request in place of the server's own handlers, if anybody does. */
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

/** Connections that have sent no whole request yet: each has a deadline, and only so many may wait. */
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

/** Begins each piece of work at once, but of many that come together only as many as one turn of the event loop has time for. */
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

/** Calls `onChunk` with each piece of a body as it arrives, before anybody reads it, and with null at its end; true hands it on. */
function watchBody(request: IncomingMessage, onChunk: (chunk: Buffer | null) => boolean): void {
  request.push = (chunk: Buffer | null) => {
    if (!onChunk(chunk)) return true
    if (chunk === null) Reflect.deleteProperty(request, "push")
    return Object.getPrototypeOf(request).push.call(request, chunk)
  }
}

/** Does the work when the head of an answer is about to be sent. */
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

/** All texts are UTF-8, and say so. */
function nameCharset<T extends Record<string, unknown>>(headers: T): T {
  const { "content-type": type } = headers
  return typeof type === "string" && text.test(type)
    ? { ...headers, "content-type": `${type}; charset=utf-8` }
    : headers
}

/** The same of headers that were set one by one; Next sends a redirection's target as a body that it gives no type. */
function nameSetCharset(response: ServerResponse, status: number): void {
  const type = response.getHeader("content-type")
  if (typeof type === "string" && text.test(type))
    response.setHeader("content-type", `${type}; charset=utf-8`)
  if (type === undefined && redirections.includes(status))
    response.setHeader("content-type", plainText)
}

/** Gives the head of an answer these headers too, but for those that it has by itself. */
function completeHead(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const { writeHead } = response
  response.writeHead = (...head: unknown[]) => {
    const given = head.at(-1)
    const isAllGiven =
      given instanceof Object &&
      !Array.isArray(given) &&
      response.getHeaderNames().length === 0 &&
      Object.keys(given).every(isLower)
    // Headers that come at once are written at once, without being set one by one.
    if (isAllGiven) head.splice(-1, 1, nameCharset({ ...headers, ...given }))
    else {
      for (const [name, value] of Object.entries(headers))
        if (!response.hasHeader(name)) response.setHeader(name, value)
      nameSetCharset(response, Number(head[0]))
    }
    return Reflect.apply(writeHead, response, head)
  }
}

/** The pieces of a body as one, however small they come. */
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
 * Bounds everything that a stranger can send to an HTTP server, before its handler sees it: connections,
 * time, and the size of each body. Small bodies are handed on whole, larger ones as they come. Whatever is
 * refused is answered, and its connection ends. Call it once the server has its handler.
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

  /** Sends what is under way and the end, and then throws away what still arrives, for a while. */
  function linger(socket: Duplex) {
    if (lingering.has(socket)) return
    lingering.add(socket)
    waits.add(socket, rules.lingerMs, () => socket.destroy())
    socket.end()
  }

  /** Where a body is still arriving, closing the connection at once would take the answer with it. */
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

  /** Answers what never became a request. */
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

  /** Hands a request on once its body is there. */
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

  /** Hands a request on at once; a body that its handler does not want is not waited for. */
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

  /** The server's own handlers, in the context in which the request came. */
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
