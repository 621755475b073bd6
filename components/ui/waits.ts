/** Whoever waits longer than this is told. */
const longAfterMs = 5000
const lookEveryMs = 500

interface Wait {
  readonly since: number
  readonly isSeen: () => boolean
}

const waits = new Set<Wait>()
const listeners = new Set<() => void>()
let isLong = false
let timer: ReturnType<typeof setTimeout> | undefined

function look() {
  const from = Date.now() - longAfterMs
  const next = [...waits].some(({ since, isSeen }) => since <= from && isSeen())
  clearTimeout(timer)
  timer = waits.size > 0 ? setTimeout(look, lookEveryMs) : undefined
  if (next === isLong) return
  isLong = next
  for (const listener of listeners) listener()
}

/** Something that is on its way, which counts while people can see that it is not there; answers how to end the wait. */
export function beginWait(isSeen: () => boolean = () => true): () => void {
  const wait = { since: Date.now(), isSeen }
  waits.add(wait)
  timer ??= setTimeout(look, lookEveryMs)
  return () => {
    waits.delete(wait)
    if (waits.size === 0) look()
  }
}

/** Whether something in sight takes longer than usual, for `useSyncExternalStore`. */
export const longWait = {
  read: (): boolean => isLong,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
