import type {
  AnswerAddress,
  AnswerDemand,
  AnswerStore,
  OpenedAnswer,
  StoredAnswer,
} from "../../../db"

/** The answer store as reads meet it: never a throw, never long, and left alone for a while after it failed. */
export interface SharedAnswers {
  /** Undefined where the store does not answer, or holds what an edit has not yet removed. */
  open(
    address: AnswerAddress,
    demand: Omit<AnswerDemand, "leaseMs">,
  ): Promise<OpenedAnswer | undefined>
  put(
    address: AnswerAddress,
    answer: StoredAnswer,
    given: { version: string; lease: string },
  ): Promise<void>
  /** Resolves once an answer of this process that is on its way to the address is there. */
  flushed(address: AnswerAddress): Promise<void>
  release(address: AnswerAddress, lease: string): Promise<void>
  remove(address: AnswerAddress): Promise<void>
  /** Keeps a lease while `isSent` says that its call is under way; answers how to stop. */
  hold(lease: string, isSent: () => boolean): () => void
  close(): void
}

export interface SharedTimes {
  /** A lease that is not extended lasts so long: others then ask the platform themselves. */
  readonly leaseMs: number
  /** How long a read waits for the store. */
  readonly deadlineMs: number
  /** How long the store is left alone after it failed. */
  readonly restMs: number
}

export const defaultTimes: SharedTimes = { leaseMs: 3000, deadlineMs: 1000, restMs: 2000 }

/** More at once are not stored: the database has other work. */
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
  maxAnswerBytes,
  isPending,
}: {
  store: AnswerStore
  clock: () => number
  times: SharedTimes
  /** Of an answer that is shared. */
  maxAnswerBytes: number
  /** True for a tag whose last change has not reached the store. */
  isPending: (tag: string) => boolean
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
    const leases = [...held].filter(([, isSent]) => isSent()).map(([lease]) => lease)
    if (leases.length > 0) void attempt(() => store.extend(leases, times.leaseMs))
  }

  function close() {
    clearInterval(heartbeat)
    heartbeat = undefined
  }

  async function release(address: AnswerAddress, lease: string) {
    await attempt(() => store.release(address, lease))
  }

  return {
    open: async (address, demand) =>
      isPending(address.tag)
        ? undefined
        : attempt(() => store.open(address, { ...demand, leaseMs: times.leaseMs })),
    async put(address, answer, given) {
      const fits = answer.body.byteLength <= maxAnswerBytes && puts.size < maxPuts
      if (!fits || isPending(address.tag)) return release(address, given.lease)
      const put = attempt(() => store.put(address, answer, given))
      puts.set(address.key, put)
      await put
      if (puts.get(address.key) === put) puts.delete(address.key)
    },
    flushed: async ({ key }) => puts.get(key),
    release,
    async remove(address) {
      await attempt(() => store.remove(address))
    },
    hold(lease, isSent) {
      held.set(lease, isSent)
      heartbeat ??= setInterval(beat, times.leaseMs / 3).unref()
      return () => {
        held.delete(lease)
        if (held.size === 0) close()
      }
    },
    close,
  }
}
