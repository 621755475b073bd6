import type { Log } from "../../http/log"
import type { Source } from "../source"
import type { Lifetime } from "./answer-store"
import type { InFlightRequest } from "./in-flight-request"
import type { MemoryAnswers } from "./memory-answers"
import type { SharedAnswers } from "./shared-answers"

/** What a cached source works with; sources of one cache share all but the first. */
export interface CacheParts {
  readonly live: Source
  readonly memory: MemoryAnswers
  readonly shared: SharedAnswers
  /** The flights under way that may be joined, by what is asked and in which lane. */
  readonly inFlightRequests: Map<string, { readonly tag: string; readonly flight: InFlightRequest }>
  readonly clock: () => number
  readonly log: Log
  readonly lifetimeOf: (record: string, now: number) => Lifetime
  /** A number that grows with every change of the tag's records. */
  readonly epochOf: (tag: string) => number
  /** False while changes may go unheard: the memory is then neither read nor filled. */
  readonly isTrusted: () => boolean
}
