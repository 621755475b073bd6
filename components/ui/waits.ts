import { useEffect } from "react"

/** Longer waits are shown. */
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

/**
 * Registers pending content, which counts while its placeholder is visible; returns a function that
 * ends the wait.
 */
export function beginWait(isSeen: () => boolean = () => true): () => void {
  const wait = { since: Date.now(), isSeen }
  waits.add(wait)
  timer ??= setTimeout(check, checkEveryMs)
  return () => {
    waits.delete(wait)
    if (waits.size === 0) check()
  }
}

/** Registers a component as pending, so that the frame shows a long wait. */
export function useWait(isWaiting: boolean): void {
  useEffect(() => (isWaiting ? beginWait() : undefined), [isWaiting])
}

/** True if something visible has been pending for long; for `useSyncExternalStore`. */
export const longWait = {
  read: (): boolean => isLong,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
