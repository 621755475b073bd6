import type { Answer } from "../../http/answers"
import type { SharedBody } from "../../http/encode"

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

/** Answers by key, the least recently used given up first. */
export interface MemoryAnswers {
  get(key: string): MemoryAnswer | undefined
  /** Keeps the answer; one that is larger than `largestBytes` is not kept. */
  set(key: string, entry: MemoryAnswer): void
  drop(key: string): void
  dropTag(tag: string): void
  clear(): void
  /** Bytes held, with an allowance for each entry's own weight. */
  bytes(): number
  /** How many answers are held. */
  count(): number
}

/** What may be held: in all, and by one answer. */
export interface MemoryBounds {
  readonly mostBytes: number
  readonly largestBytes: number
}

const entryBytes = 512
// A body is kept compressed as well, where that halves it.

const weigh = (key: string, { answer }: MemoryAnswer) =>
  entryBytes + 2 * key.length + 1.5 * answer.body.byteLength

export function createMemoryAnswers({ mostBytes, largestBytes }: MemoryBounds): MemoryAnswers {
  const entries = new Map<string, MemoryAnswer>()
  let held = 0

  function remove(key: string, entry: MemoryAnswer | undefined) {
    if (!entry) return
    entries.delete(key)
    held -= weigh(key, entry)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    set(key, entry) {
      remove(key, entries.get(key))
      if (entry.answer.body.byteLength > largestBytes) return
      entries.set(key, entry)
      held += weigh(key, entry)
      for (const [oldest, given] of entries) {
        if (held <= mostBytes) return
        remove(oldest, given)
      }
    },
    drop: (key) => remove(key, entries.get(key)),
    dropTag(tag) {
      for (const [key, entry] of entries) if (entry.tag === tag) remove(key, entry)
    },
    clear() {
      entries.clear()
      held = 0
    },
    bytes: () => held,
    count: () => entries.size,
  }
}
