import { useEffect } from "react"

/** A wait longer than this is shown. */
const longAfterMs = 5000
const checkEveryMs = 500

interface Wait {
  readonly since: number
  readonly isSeen: () => boolean
}

const waits = new Set<Wait>()
const listeners = new Set<() => void>()
let isLong = false
let timer: ReturnType<typeof setTimeout> | undefined

function check() {
  const from = Date.now() - longAfterMs
  const next = [...waits].some(({ since, isSeen }) => since <= from && isSeen())
  clearTimeout(timer)
  timer = waits.size > 0 ? setTimeout(check, checkEveryMs) : undefined
  if (next === isLong) return
  isLong = next
  for (const listener of listeners) listener()
}

/** Registers something that is loading, which counts while its gap can be seen; returns how to end the wait. */
export function beginWait(isSeen: () => boolean = () => true): () => void {
  const wait = { since: Date.now(), isSeen }
  waits.add(wait)
  timer ??= setTimeout(check, checkEveryMs)
  return () => {
    waits.delete(wait)
    if (waits.size === 0) check()
  }
}

/** Registers a component as waiting, so that the frame shows a wait that takes long. */
export function useWait(isWaiting: boolean): void {
  useEffect(() => (isWaiting ? beginWait() : undefined), [isWaiting])
}

/** Whether something in sight has been loading for long, for `useSyncExternalStore`. */
export const longWait = {
  read: (): boolean => isLong,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
