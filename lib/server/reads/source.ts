import type { PathParameters, RowScope } from "../../catalogue"
import type { ReadOperation, UpstreamRead } from "../../platform"
import type { Answer } from "../http/answers"
import type { ListScope } from "./cursor-cipher"

/** A permitted, well-formed read: its query in canonical form, whose rows may be seen, and what its cursors are good for. */
export interface RecordQuery {
  readonly operation: ReadOperation
  readonly parameters: PathParameters
  /** The query of the platform, or of the dashboard's own copy where it follows a page of that. */
  readonly search: URLSearchParams
  readonly following: boolean
  readonly isCopied: boolean
  readonly rows: RowScope
  readonly scope: ListScope
  /** In which names are ordered, ISO 639, and whether the person sees everybody's. */
  readonly language: string
  readonly seesAllNames: boolean
}

/** Who waits for a read, most urgent first: `person`, `export` or `sync`. */
export type ReadPriority = UpstreamRead["ticket"]["priority"]

/** On whose behalf a source is asked. */
export interface ReadContext {
  readonly requestId: string
  readonly traceparent?: string | undefined
  readonly priority: ReadPriority
  /** Whose quota it uses. */
  readonly person?: string
  /** Aborts while the call waits in the queue; one that is under way goes on. */
  readonly signal?: AbortSignal | undefined
  /** Called when the request goes out. */
  readonly onSent?: () => void
  /** Wants an answer newer than any cached one. */
  readonly refresh?: boolean
}

/** Where the pipeline gets its answers from; throws `UpstreamError` or `BffError`. */
export type Source = (query: RecordQuery, context: ReadContext) => Promise<Answer>
