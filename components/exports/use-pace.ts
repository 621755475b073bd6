import { useEffect, useRef, useState } from "react"
import type { ExportJob } from "@/lib/client"

const shortestWatchMs = 4000

/** How many rows a minute have come since the export is watched; undefined in the first seconds, and while it does not run. */
export function usePace({ state, rows }: Pick<ExportJob, "state" | "rows">): number | undefined {
  const since = useRef<{ readonly at: number; readonly rows: number }>(undefined)
  const [pace, setPace] = useState<number>()
  useEffect(() => {
    if (state !== "running") {
      since.current = undefined
      setPace(undefined)
      return
    }
    const now = performance.now()
    since.current ??= { at: now, rows }
    const watchedMs = now - since.current.at
    if (watchedMs >= shortestWatchMs)
      setPace(Math.round(((rows - since.current.rows) / watchedMs) * 60_000))
  }, [state, rows])
  return pace
}
