import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useCallback } from "react"
import { type ApiProblem, toProblem } from "@/lib/client"

/** Work that changes what is saved: while it runs, why it failed, and what is read again when it is done. */
export interface Change<Given, Made> {
  readonly run: (given: Given) => Promise<{ readonly made: Made } | undefined>
  readonly busy: boolean
  readonly problem: ApiProblem | undefined
  readonly reset: () => void
}

/** A change after which this query and the page's names are read again; `run` answers undefined where it failed. */
export function useChange<Given, Made>(
  work: (given: Given) => Promise<Made>,
  queryKey: readonly unknown[],
): Change<Given, Made> {
  const client = useQueryClient()
  const router = useRouter()
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: work,
    async onSuccess() {
      await client.invalidateQueries({ queryKey })
      router.refresh()
    },
  })
  const run = useCallback(
    (given: Given) =>
      mutateAsync(given).then(
        (made) => ({ made }),
        () => undefined,
      ),
    [mutateAsync],
  )
  return {
    run,
    busy: isPending,
    problem: error ? toProblem(error) : undefined,
    reset,
  }
}
