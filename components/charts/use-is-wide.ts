import { useSyncExternalStore } from "react"

const query = "(min-width: 48rem)"

function subscribe(onChange: () => void) {
  const list = window.matchMedia(query)
  list.addEventListener("change", onChange)
  return () => list.removeEventListener("change", onChange)
}

/** Whether the window has room for names beside a chart. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  )
