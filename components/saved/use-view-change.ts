import { useMutation, useQueryClient } from "@tanstack/react-query"
import { renewViews } from "@/lib/client"

/** A change of what is saved, after which it is read again wherever it is shown. */
export function useViewChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => renewViews(client),
  })
}
