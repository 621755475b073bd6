import { useSearchParams } from "next/navigation"
import { useCallback, useEffect, useState } from "react"

/** How an address comes to stand in the history. */
interface HistoryChange {
  /** Puts it in the place of the one before instead of adding a step. */
  readonly replace?: boolean
}

/** The page's search, and at once the one that it is changed to: the router tells it a moment later. */
export function useSearch() {
  const told = useSearchParams().toString()
  const [asked, setAsked] = useState<string>()
  if (asked === told) setAsked(undefined)
  useEffect(() => {
    const forget = () => setAsked(undefined)
    window.addEventListener("popstate", forget)
    return () => window.removeEventListener("popstate", forget)
  }, [])
  const change = useCallback((href: string, { replace = false }: HistoryChange = {}) => {
    if (replace) window.history.replaceState(null, "", href)
    else window.history.pushState(null, "", href)
    setAsked(`${new URL(href, window.location.href).searchParams}`)
  }, [])
  return { search: asked ?? told, change }
}
