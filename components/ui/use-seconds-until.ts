import { useEffect, useState } from "react"

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - performance.now()) / 1000))

/** The whole seconds until a time on the page's running clock, counted down. */
export function useSecondsUntil(time: number): number {
  const [left, setLeft] = useState(() => secondsUntil(time))
  useEffect(() => {
    const look = () => setLeft(secondsUntil(time))
    look()
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [time])
  return left
}
