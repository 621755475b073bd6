import { useCallback, useSyncExternalStore } from "react"

/** Below this width lists are cards, and controls are in a panel. */
export const phoneQuery = "(max-width: 479px)"

/** True if a media query matches; false on the server and in the first paint. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener("change", onChange)
      return () => list.removeEventListener("change", onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
