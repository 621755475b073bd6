import { useEffect, useState, useSyncExternalStore } from "react"
import { followQueue, type QueuePosition, type QuotaSnapshot, quotaStore } from "@/lib/client"

const nothingYet = () => undefined

/** The quota's current figures; undefined until the first arrive. */
export const useQuota = (): QuotaSnapshot | undefined =>
  useSyncExternalStore(quotaStore.subscribe, quotaStore.read, nothingYet)

/** The position in the quota's queue of a page that waits from now on. */
export function useQueuePosition(): QueuePosition | undefined {
  const snapshot = useQuota()
  const [position, setPosition] = useState<QueuePosition>()
  useEffect(() => setPosition((before) => followQueue(before, snapshot)), [snapshot])
  return position
}
