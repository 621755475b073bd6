import type { TraceContext } from "./trace-context"

type Attributes = Record<string, string | number | boolean>

/** What a span begins with; its names and values are the program's own, never a person's, an id or a query. */
export interface SpanStart {
  readonly name: string
  readonly kind: "server" | "client" | "internal"
  readonly attributes: Attributes
  readonly parent: TraceContext | undefined
}

/** A span under way. */
export interface StartedSpan {
  readonly traceId: string
  /** What is sent on to whom it calls. */
  readonly context: TraceContext
  /** False where its trace is not recorded. */
  readonly isRecording: boolean
  set(name: string, value: string | number): void
  /** Ends it, as an error of this kind where one is named. */
  end(errorType?: string): void
}

/** What a page has measured of one of its requests; times in milliseconds, the beginning since 1970. */
export interface PageSpan {
  readonly traceId: string
  readonly spanId: string
  readonly method: string
  /** 0 where no answer came. */
  readonly status: number
  readonly startedAt: number
  readonly durationMs: number
}
