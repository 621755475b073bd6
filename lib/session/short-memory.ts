/** Keeps a bounded number of values for a while; when it is full, the oldest goes. */
export interface ShortMemory<T> {
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
