import { useEffect, useEffectEvent, useState } from "react"

const tickMs = 250
const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - performance.now()) / 1000))

/**
 * Counts down the whole seconds of a wait that starts at the first render; calls `onEnd` once at
 * its end. Give the component a `key` per wait.
 */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds)
  const finish = useEffectEvent(onEnd)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const timer = setInterval(() => {
      const rest = secondsUntil(end)
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      finish()
    }, tickMs)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}

/** Counts down the whole seconds until a time on the page's monotonic clock. */
export function useSecondsUntil(time: number): number {
  const [left, setLeft] = useState(() => secondsUntil(time))
  useEffect(() => {
    const update = () => setLeft(secondsUntil(time))
    update()
    const timer = setInterval(update, tickMs)
    return () => clearInterval(timer)
  }, [time])
  return left
}
