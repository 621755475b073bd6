import { useEffect, useState, useSyncExternalStore } from "react"
import { followQueue, type QueuePosition, type QuotaSnapshot, quotaStore } from "@/lib/client"

const nothingYet = () => undefined

/** The current quota; undefined until loaded. */
export const useQuota = (): QuotaSnapshot | undefined =>
  useSyncExternalStore(quotaStore.subscribe, quotaStore.read, nothingYet)

/** The queue position of a page that starts to wait now. */
export function useQueuePosition(): QueuePosition | undefined {
  const snapshot = useQuota()
  const [position, setPosition] = useState<QueuePosition>()
  useEffect(() => setPosition((before) => followQueue(before, snapshot)), [snapshot])
  return position
}
