import { useSearchParams } from "next/navigation"
import { useCallback, useEffect, useState } from "react"

interface HistoryChange {
  /** Replaces the history entry instead of adding one. */
  readonly replace?: boolean
}

/** The page's search, updated at once on a change; the router follows later. */
export function useSearch() {
  const current = useSearchParams().toString()
  const [wanted, setWanted] = useState<string>()
  if (wanted === current) setWanted(undefined)
  useEffect(() => {
    const forget = () => setWanted(undefined)
    window.addEventListener("popstate", forget)
    return () => window.removeEventListener("popstate", forget)
  }, [])
  const change = useCallback((href: string, { replace = false }: HistoryChange = {}) => {
    if (replace) window.history.replaceState(null, "", href)
    else window.history.pushState(null, "", href)
    setWanted(`${new URL(href, window.location.href).searchParams}`)
  }, [])
  return { search: wanted ?? current, change }
}
