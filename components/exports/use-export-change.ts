import { useMutation, useQueryClient } from "@tanstack/react-query"
import { queryKeys } from "@/lib/client"

/** A change of exports, after which they are read again. */
export function useExportChange<Given>(work: (given: Given) => Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.exports() }),
  })
}
