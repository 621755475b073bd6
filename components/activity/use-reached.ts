import { useEffect, useRef } from "react"

/** Calls `onReach` when the element comes near the part of the page that is in sight. */
export function useReached<E extends Element>(onReach: () => void) {
  const element = useRef<E>(null)
  const reach = useRef(onReach)
  useEffect(() => {
    reach.current = onReach
  })
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) reach.current()
      },
      { rootMargin: "600px" },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  })
  return element
}
