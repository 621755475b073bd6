import type { PathParameters, RowScope } from "../../catalogue"
import type { ReadOperation, UpstreamRead } from "../../platform"
import type { Answer } from "../http/answers"
import type { ListScope } from "./cursor-cipher"

/**
 * A permitted, well-formed read: its canonical query, whose rows may be seen, and the scope of its
 * cursors.
 */
export interface RecordQuery {
  readonly operation: ReadOperation
  readonly parameters: PathParameters
  /** The query at the platform, or at the dashboard's own copy if it continues a copied page. */
  readonly search: URLSearchParams
  readonly following: boolean
  readonly isCopied: boolean
  readonly rows: RowScope
  readonly scope: ListScope
  /** The language for ordering names, ISO 639, and whether the person sees everybody's. */
  readonly language: string
  readonly seesAllNames: boolean
}

/** The priority of a read, most urgent first: `person`, `export` or `sync`. */
export type ReadPriority = UpstreamRead["ticket"]["priority"]

/** The caller on whose behalf a source is read. */
export interface ReadContext {
  readonly requestId: string
  readonly traceparent?: string | undefined
  readonly priority: ReadPriority
  /** The person whose quota it uses. */
  readonly person?: string
  /** Aborts while the call is queued; a sent call continues. */
  readonly signal?: AbortSignal | undefined
  /** Called when the request is sent. */
  readonly onSent?: () => void
  /** Requires an answer newer than any cached one. */
  readonly refresh?: boolean
}

/** A source of answers; throws `UpstreamError` or `BffError`. */
export type Source = (query: RecordQuery, context: ReadContext) => Promise<Answer>
