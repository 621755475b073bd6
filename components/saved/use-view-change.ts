import { useMutation, useQueryClient } from "@tanstack/react-query"
import { renewViews } from "@/lib/client"

/** A mutation of saved items, which refetches them everywhere. */
export function useViewChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => renewViews(client),
  })
}
