import { useCallback, useSyncExternalStore } from "react"

/** Below this a list is read as cards, and its controls are in a panel. */
export const phoneQuery = "(max-width: 479px)"

/** Whether a media query holds; on the server and in the first paint it does not. */
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
