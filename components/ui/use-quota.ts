import { useEffect, useState, useSyncExternalStore } from "react"
import { followTurn, type QuotaSight, quotaStore, type Turn } from "@/lib/client"

const nothingYet = () => undefined

/** What is known of the quota at this moment; undefined until the first figures come. */
export const useQuota = (): QuotaSight | undefined =>
  useSyncExternalStore(quotaStore.subscribe, quotaStore.read, nothingYet)

/** Where a page that is waiting from now on stands in the quota's queue. */
export function useTurn(): Turn | undefined {
  const sight = useQuota()
  const [turn, setTurn] = useState<Turn>()
  useEffect(() => setTurn((before) => followTurn(before, sight)), [sight])
  return turn
}
