import { useCallback, useEffect, useMemo, useRef } from "react"

/** How long a person must have paused before what they write is asked for. */
export const pauseMs = 600

export interface DelayedApply<T> {
  /** Applies a value after a pause, in the place of one that still waits. */
  readonly later: (value: T) => void
  /** Applies at once what still waits. */
  readonly now: () => void
  /** Forgets what still waits. */
  readonly drop: () => void
}

/** Turns many small changes into one question. */
export function useDelayedApply<T>(apply: (value: T) => void): DelayedApply<T> {
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  const waiting = useRef<{ readonly value: T; readonly timer: ReturnType<typeof setTimeout> }>(null)
  const take = useCallback(() => {
    const { current } = waiting
    if (current) clearTimeout(current.timer)
    waiting.current = null
    return current
  }, [])
  const now = useCallback(() => {
    const taken = take()
    if (taken) latest.current(taken.value)
  }, [take])
  const later = useCallback(
    (value: T) => {
      take()
      waiting.current = { value, timer: setTimeout(now, pauseMs) }
    },
    [take, now],
  )
  useEffect(() => () => void take(), [take])
  return useMemo(() => ({ later, now, drop: () => void take() }), [later, now, take])
}
