import { useMutation, useQueryClient } from "@tanstack/react-query"
import { invalidateSync, orderSync, type SyncOrder } from "@/lib/client"

/** A wish for a list's copy, after which all copies are read again. */
export function useSyncChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (order: SyncOrder) => orderSync(order),
    onSettled: () => invalidateSync(client),
  })
}

export type SyncChange = ReturnType<typeof useSyncChange>
