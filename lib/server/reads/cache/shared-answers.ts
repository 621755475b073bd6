import type { AnswerPlace, AnswerStore, Demand, Opened, StoredAnswer } from "./answer-store"

/** The answer store as reads meet it: never a throw, never long, and left alone for a while after it failed. */
export interface SharedAnswers {
  /** Undefined where the store does not answer, or holds what an edit has not yet removed. */
  open(place: AnswerPlace, demand: Omit<Demand, "claimMs">): Promise<Opened | undefined>
  put(
    place: AnswerPlace,
    answer: StoredAnswer,
    given: { generation: string; claim: string },
  ): Promise<void>
  /** Resolves once an answer of this process that is on its way to the place is there. */
  settled(place: AnswerPlace): Promise<void>
  release(place: AnswerPlace, claim: string): Promise<void>
  remove(place: AnswerPlace): Promise<void>
  /** Keeps a claim while `isSent` says that its call is under way; answers how to stop. */
  hold(claim: string, isSent: () => boolean): () => void
  close(): void
}

export interface SharedTimes {
  /** A claim whose holder says nothing lasts so long: others then ask the platform themselves. */
  readonly claimMs: number
  /** How long a read waits for the store. */
  readonly deadlineMs: number
  /** How long the store is left alone after it failed. */
  readonly restMs: number
}

export const defaultTimes: SharedTimes = { claimMs: 3000, deadlineMs: 1000, restMs: 2000 }

/** More at once are not kept: the database has other work. */
const maxPuts = 8

/** The work's outcome; throws after so many milliseconds. */
export function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error("The deadline has passed."))
    const timer = setTimeout(refuse, milliseconds).unref()
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export function createSharedAnswers({
  store,
  clock,
  times,
  largestBytes,
  isBehind,
}: {
  store: AnswerStore
  clock: () => number
  times: SharedTimes
  /** Of an answer that is shared. */
  largestBytes: number
  /** True for a tag whose last change has not reached the store. */
  isBehind: (tag: string) => boolean
}): SharedAnswers {
  const held = new Map<string, () => boolean>()
  let heartbeat: NodeJS.Timeout | undefined
  let restUntil = Number.NEGATIVE_INFINITY
  const puts = new Map<string, Promise<void>>()

  /** The store's outcome, or undefined while it fails or rests. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (clock() < restUntil) return undefined
    try {
      return await withDeadline(work(), times.deadlineMs)
    } catch {
      restUntil = clock() + times.restMs
      return undefined
    }
  }

  function beat() {
    const claims = [...held].filter(([, isSent]) => isSent()).map(([claim]) => claim)
    if (claims.length > 0) void attempt(() => store.extend(claims, times.claimMs))
  }

  function close() {
    clearInterval(heartbeat)
    heartbeat = undefined
  }

  async function release(place: AnswerPlace, claim: string) {
    await attempt(() => store.release(place, claim))
  }

  return {
    open: async (place, demand) =>
      isBehind(place.tag)
        ? undefined
        : attempt(() => store.open(place, { ...demand, claimMs: times.claimMs })),
    async put(place, answer, given) {
      const fits = Buffer.byteLength(answer.text) <= largestBytes && puts.size < maxPuts
      if (!fits || isBehind(place.tag)) return release(place, given.claim)
      const put = attempt(() => store.put(place, answer, given))
      puts.set(place.key, put)
      await put
      if (puts.get(place.key) === put) puts.delete(place.key)
    },
    settled: async ({ key }) => puts.get(key),
    release,
    async remove(place) {
      await attempt(() => store.remove(place))
    },
    hold(claim, isSent) {
      held.set(claim, isSent)
      heartbeat ??= setInterval(beat, times.claimMs / 3).unref()
      return () => {
        held.delete(claim)
        if (held.size === 0) close()
      }
    },
    close,
  }
}
