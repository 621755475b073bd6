import { useMutation, useQueryClient } from "@tanstack/react-query"
import { apiKey } from "@/lib/client"

/** A change of exports, after which they are read again. */
export function useExportChange<Given>(work: (given: Given) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: apiKey("/api/exports") }),
        client.invalidateQueries({ queryKey: apiKey("/api/exports/estimate") }),
      ]),
  })
}
