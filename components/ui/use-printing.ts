import { useEffect, useState } from "react"
import { flushSync } from "react-dom"

/** True while the page is printed, so that it can render print-only content. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const media = window.matchMedia("print")
    // The browser captures the page right after the event.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    const follow = () => (media.matches ? begin() : end())
    setIsPrinting(media.matches)
    window.addEventListener("beforeprint", begin)
    window.addEventListener("afterprint", end)
    media.addEventListener("change", follow)
    return () => {
      window.removeEventListener("beforeprint", begin)
      window.removeEventListener("afterprint", end)
      media.removeEventListener("change", follow)
    }
  }, [])
  return isPrinting
}
