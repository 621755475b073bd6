import { isSessionError, type Session, type SessionChanges } from "./session"

/** Keeps a bounded number of values for a while; when it is full, the oldest goes. */
interface ShortMemory<T> {
  get(key: string): T | undefined
  set(key: string, value: T, forMs: number): void
  delete(key: string): void
}

export function createShortMemory<T>({
  size,
  timer,
}: {
  size: number
  timer: () => number
}): ShortMemory<T> {
  const kept = new Map<string, { readonly value: T; readonly until: number }>()
  return {
    get(key) {
      const entry = kept.get(key)
      if (entry && timer() < entry.until) return entry.value
      if (entry) kept.delete(key)
      return undefined
    },
    set(key, value, forMs) {
      kept.delete(key)
      const oldest = kept.size >= size ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(key, { value, until: timer() + forMs })
    },
    delete: (key) => void kept.delete(key),
  }
}

/** A session as just read, and milliseconds until it ends unless it is used again. */
interface LoadedSession {
  readonly session: Session
  readonly endsInMs: number
}

interface SessionMemory {
  /** The session, remembered or read; many who ask at once cost one read. */
  read(id: string, use: boolean): Promise<Session | undefined>
  forget(id: string): void
}

interface SessionMemoryParts {
  /** Reads a session; throws `SessionError`. */
  readonly load: (id: string, use: boolean) => Promise<LoadedSession | undefined>
  readonly changes: SessionChanges
  readonly timer: () => number
}

const freshMs = 10_000
/** Believed for so long where the store does not answer, so that nobody notices it restart. */
const keptMs = 15_000
const keptSessions = 10_000

interface Known {
  readonly session: Session
  readonly used: boolean
  readonly freshUntil: number
  readonly gaps: number
}

/** Remembers sessions for ten seconds, as long as nothing is heard of them and nothing can have been missed. */
export function createSessionMemory({ load, changes, timer }: SessionMemoryParts): SessionMemory {
  const known = createShortMemory<Known>({ size: keptSessions, timer })
  const underWay = new Map<string, Promise<Session | undefined>>()
  let gaps = 0

  function forget(id: string) {
    known.delete(id)
    underWay.delete(`${id} true`)
    underWay.delete(`${id} false`)
  }
  changes.onChange(forget)
  changes.onGap(() => {
    gaps += 1
    underWay.clear()
  })

  function remember(id: string, used: boolean, loaded: LoadedSession | undefined) {
    known.delete(id)
    if (!loaded) return
    const { session, endsInMs } = loaded
    const freshUntil = timer() + Math.min(freshMs, endsInMs)
    known.set(id, { session, used, freshUntil, gaps }, Math.min(keptMs, endsInMs))
  }

  /** What was forgotten while it was being read is not remembered. */
  function loadOnce(id: string, use: boolean): Promise<Session | undefined> {
    const key = `${id} ${use}`
    const running = underWay.get(key)
    if (running) return running
    const isCurrent = () => underWay.get(key) === reading
    const reading = load(id, use)
      .then((loaded) => {
        if (isCurrent()) remember(id, use, loaded)
        return loaded?.session
      })
      .finally(() => {
        if (isCurrent()) underWay.delete(key)
      })
    underWay.set(key, reading)
    return reading
  }

  return {
    forget,
    async read(id, use) {
      const found = known.get(id)
      const isFresh = found?.gaps === gaps && timer() < found.freshUntil
      if (found && isFresh && (found.used || !use)) return found.session
      return loadOnce(id, use).catch((error) => {
        const kept = known.get(id)?.session
        if (kept && isSessionError(error) && error.code === "store_unavailable") return kept
        throw error
      })
    },
  }
}
