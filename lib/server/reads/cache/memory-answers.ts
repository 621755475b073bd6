import { LRUCache } from "lru-cache"
import type { Answer } from "../../http/answers"
import type { SharedBody } from "../../http/reply"

/** An answer in this process's memory and until when it is good, by the process's clock. */
export interface MemoryAnswer {
  readonly tag: string
  readonly answer: Answer & {
    readonly body: Uint8Array<ArrayBuffer>
    readonly shared: SharedBody
  }
  readonly freshUntil: number
  readonly staleUntil: number
  readonly keptUntil: number
  /** The platform failed to renew it and is left alone until then. */
  restUntil: number
}

/** What may be held: in all, and by one answer. */
export interface MemoryBounds {
  readonly maxBytes: number
  readonly largestBytes: number
}

/** Answers by key, the least recently used given up first. */
export type MemoryAnswers = LRUCache<string, MemoryAnswer>

const entryBytes = 512

/** A body may be kept compressed as well, where that halves it. */
const weigh = (keyLength: number, bytes: number) => entryBytes + 2 * keyLength + 1.5 * bytes

/** Holds answers within bounds; a larger one is not kept, nor is what it replaces. */
export const createMemoryAnswers = ({ maxBytes, largestBytes }: MemoryBounds): MemoryAnswers =>
  new LRUCache({
    maxSize: maxBytes,
    maxEntrySize: Math.min(maxBytes, Math.ceil(weigh(0, largestBytes))),
    sizeCalculation: ({ answer }, key) => Math.ceil(weigh(key.length, answer.body.byteLength)),
  })

/** Gives up every answer that is made of a tag's records. */
export function dropTag(memory: MemoryAnswers, tag: string): void {
  for (const [key, entry] of [...memory.entries()]) if (entry.tag === tag) memory.delete(key)
}
