import type { UpstreamRead } from "../../platform"
import type { Answer } from "../http/answers"
import type { Question } from "./parse-question"

/** Who waits for a read, most urgent first: `person`, `export` or `sync`. */
export type Lane = UpstreamRead["ticket"]["lane"]

/** On whose behalf a source is asked. */
export interface ReadContext {
  readonly requestId: string
  readonly lane: Lane
  /** Whose turn it costs. */
  readonly person?: string
  /** Aborts while the call waits for its turn; one that is under way goes on. */
  readonly signal?: AbortSignal | undefined
  /** Called when the request goes out. */
  readonly onSent?: () => void
  /** Wants an answer newer than any kept one. */
  readonly refresh?: boolean
}

/** Where the pipeline gets its answers from; throws `UpstreamError` or `BffError`. */
export type Source = (question: Question, context: ReadContext) => Promise<Answer>
