import { useEffect, useEffectEvent, useState } from "react"

/**
 * The whole seconds left of a wait that begins when this is first rendered; calls `onEnd` once at its
 * end. Give the component that uses it a `key` of the wait.
 */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds)
  const finish = useEffectEvent(onEnd)
  useEffect(() => {
    const end = performance.now() + seconds * 1000
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      finish()
    }, 250)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
