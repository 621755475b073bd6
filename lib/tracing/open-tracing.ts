import { AsyncLocalStorage } from "node:async_hooks"
import { setTimeout as pause } from "node:timers/promises"
import type { Sdk } from "./sdk"
import type { TracingSettings } from "./settings"
import type { PageSpan, SpanStart, StartedSpan } from "./span"
import type { TraceContext } from "./trace-context"

/** A request that is answered. */
export interface ServedRequest {
  readonly method: string
  /** The path as its contract has it, `/api/views/{view}`; undefined where nobody knows it. */
  readonly route: string | undefined
  /** The trace that it came with. */
  readonly context: TraceContext | undefined
}

/** Ends what has been begun, as an error of this kind where one is named. */
export type EndSpan = (errorType?: string) => void

/** Spans of one program. Before its exporter is loaded, and after its end, work goes on without them. */
export interface Tracing {
  /** The share of new traces that are recorded, for pages, which begin them. */
  readonly ratio: number
  /** Resolves when spans are recorded. */
  readonly ready: Promise<void>
  /** Answers a request within a span of its own: what is begun meanwhile belongs to it, and what is begun behind its answer does not. */
  serve<A extends { readonly status: number }>(
    request: ServedRequest,
    answer: (span: StartedSpan | undefined) => Promise<A>,
  ): Promise<A>
  /** Begins a span for a request that somebody else answers. */
  startRequest(request: ServedRequest): StartedSpan | undefined
  /** Begins a call to another program, within the request at hand or as a trace of its own. */
  startCall(method: string, route: string | undefined): StartedSpan | undefined
  /** Begins a part of the request at hand. */
  startPart(name: string): EndSpan | undefined
  /** Begins a statement of the request at hand, named for what it does to which table. */
  startStatement(text: string): EndSpan | undefined
  /** The function as if called here, whoever calls it and when. */
  bind<F extends (...given: never[]) => unknown>(work: F): F
  /** Of the request at hand. */
  traceId(): string | undefined
  addPageSpan(span: PageSpan): void
  /** Sends what is left, within two seconds. */
  close(): Promise<void>
}

/** A request that is being answered; what goes on behind its answer is no part of it. */
interface Active {
  readonly span: StartedSpan
  isOpen: boolean
}

/** What a statement does, and to which table, by its own words: its values are parameters, and a name with digits in it may be somebody's id. */
export function describeStatement(text: string): { operation: string; table: string | undefined } {
  const operation = /^[\s(]*([a-z]{1,20})\b/i.exec(text)?.[1]?.toUpperCase() ?? "STATEMENT"
  const [, table] =
    /\b(?:from|into|update|table)\s+(?:"?\w+"?\.)?"?([a-z_]+)(?:"|\b)(?![\w".(-])/i.exec(text) ?? []
  return { operation, table }
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

/** What somebody writes in a method's place is nobody else's to read. */
const methodOf = (given: string) => (methods.includes(given) ? given : "_OTHER")

const isFault = (status: number) => status >= 500

/** Ends the span of a request or of a call with the status of its answer. */
export function endWithStatus(span: StartedSpan, status: number): void {
  span.set("http.response.status_code", status)
  span.end(isFault(status) ? `${status}` : undefined)
}

/** The kind of an error as spans tell it: its code where it has one, else its name. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return "code" in error && typeof error.code === "string" ? error.code : error.name
}

const minuteMs = 60_000
const closingMs = 2_000

/** The same function, called once a minute at most. */
function onceAMinute(complain: (error: unknown) => void) {
  let mutedUntil = 0
  return (error: unknown) => {
    if (performance.now() < mutedUntil) return
    mutedUntil = performance.now() + minuteMs
    complain(error)
  }
}

export interface TracingParts {
  /** What the program is called where its settings do not say. */
  readonly serviceName: string
  /** Told once a minute at most that spans could not be sent; nothing else comes of it. */
  readonly onFault: (error: unknown) => void
}

/** Starts sending spans to the collector; what is needed for it is loaded now and not before. */
export function openTracing(settings: TracingSettings, parts: TracingParts): Tracing {
  const onFault = onceAMinute(parts.onFault)
  const storage = new AsyncLocalStorage<Active>()
  let sdk: Sdk | undefined
  let isClosed = false
  const ready = import("./sdk")
    .then(({ startSdk }) => {
      sdk = startSdk(settings, { ...parts, onFault })
    })
    .catch(onFault)

  const request = () => {
    const active = storage.getStore()
    return active?.isOpen ? active.span : undefined
  }

  const startRequest = ({ method: given, route, context }: ServedRequest) => {
    if (isClosed) return undefined
    const method = methodOf(given)
    return sdk?.start({
      name: route === undefined ? method : `${method} ${route}`,
      kind: "server",
      attributes: {
        "http.request.method": method,
        ...(route !== undefined && { "http.route": route }),
      },
      parent: context,
    })
  }

  /** A span below the request at hand, where that is recorded. */
  function startBelow(start: Omit<SpanStart, "parent">): EndSpan | undefined {
    const parent = request()
    if (!parent?.isRecording || isClosed) return undefined
    return sdk?.start({ ...start, parent: parent.context }).end
  }

  return {
    ratio: settings.sampling.ratio,
    ready,

    async serve(served, answer) {
      const span = startRequest(served)
      if (!span) return answer(undefined)
      const active: Active = { span, isOpen: true }
      try {
        const reply = await storage.run(active, () => answer(span))
        endWithStatus(span, reply.status)
        return reply
      } catch (error) {
        span.end(errorTypeOf(error))
        throw error
      } finally {
        active.isOpen = false
      }
    },

    startRequest,

    startCall(method, route) {
      if (isClosed) return undefined
      return sdk?.start({
        name: route === undefined ? method : `${method} ${route}`,
        kind: "client",
        attributes: {
          "http.request.method": method,
          ...(route !== undefined && { "url.template": route }),
        },
        parent: request()?.context,
      })
    },

    startPart: (name) => startBelow({ name, kind: "internal", attributes: {} }),

    startStatement(text) {
      if (!request()?.isRecording) return undefined
      const { operation, table } = describeStatement(text)
      return startBelow({
        name: table === undefined ? operation : `${operation} ${table}`,
        kind: "client",
        attributes: {
          "db.system.name": "postgresql",
          "db.operation.name": operation,
          ...(table !== undefined && { "db.collection.name": table }),
        },
      })
    },

    bind: (work) => AsyncLocalStorage.bind(work),
    traceId: () => request()?.traceId,
    addPageSpan: (span) => void (isClosed || sdk?.add(span)),

    async close() {
      isClosed = true
      await ready
      const sent = sdk?.close().catch(onFault)
      await Promise.race([sent, pause(closingMs, undefined, { ref: false })])
    },
  }
}
