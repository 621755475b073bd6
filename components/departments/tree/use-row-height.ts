import { useSyncExternalStore } from "react"
import { rowHeights } from "../../data-table/grid-layout"

const query = "(pointer: coarse)"

function subscribe(onChange: () => void) {
  const list = window.matchMedia(query)
  list.addEventListener("change", onChange)
  return () => list.removeEventListener("change", onChange)
}

/** The height of a line in pixels, with room for a thumb where there is no mouse. */
export const useRowHeight = (): number =>
  useSyncExternalStore(
    subscribe,
    () => rowHeights[window.matchMedia(query).matches ? "roomy" : "normal"],
    () => rowHeights.normal,
  )
