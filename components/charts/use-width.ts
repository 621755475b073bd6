import { type RefObject, useEffect, useRef, useState } from "react"

/** A frame's width in pixels, 0 before it is known, and the frame's ref. */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const frame = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, width]
}
