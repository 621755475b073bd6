import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useCallback, useState } from "react"
import type { Problem } from "@/lib/catalogue"
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

/** What became of a file that was sent. */
interface FileOutcome<Made> {
  /** Undefined while it is not taken. */
  readonly done: Made | undefined
  /** The rows that are wrong: those left out once it is taken, else why it was not. */
  readonly faults: readonly Problem[]
  /** Why it was not taken, where that is no matter of rows. */
  readonly problem: ApiProblem | undefined
}

interface SentContent<Content> {
  readonly content: Content
  readonly takesGood: boolean
}

/** A change by a file, which is not taken where rows are wrong, unless these are to be left out. */
export function useFileChange<Content, Made extends { readonly errors: readonly Problem[] }>(
  work: (content: Content, takesGood: boolean) => Promise<Made>,
  queryKey: readonly unknown[],
) {
  const [done, setDone] = useState<Made>()
  const { run, busy, problem, reset } = useChange(
    ({ content, takesGood }: SentContent<Content>) => work(content, takesGood),
    queryKey,
  )
  const faults = done?.errors ?? (problem?.code === "invalid_import" ? problem.errors : [])
  const outcome: FileOutcome<Made> = {
    done,
    faults,
    problem: faults.length === 0 ? problem : undefined,
  }
  return {
    busy,
    outcome,
    send: async (content: Content, takesGood: boolean) =>
      setDone((await run({ content, takesGood }))?.made),
    forget: () => {
      reset()
      setDone(undefined)
    },
  }
}
