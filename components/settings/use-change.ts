import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useCallback, useState } from "react"
import type { Problem } from "@/lib/catalogue"
import { type ApiProblem, toProblem } from "@/lib/client"

/** A mutation: whether it runs, why it failed, and what is refetched afterwards. */
export interface Change<Given, Made> {
  readonly run: (given: Given) => Promise<{ readonly made: Made } | undefined>
  readonly busy: boolean
  readonly problem: ApiProblem | undefined
  readonly reset: () => void
}

/**
 * A mutation that refetches this query and the page's names; `run` resolves to undefined if it
 * failed.
 */
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

/** The result of an upload. */
interface FileOutcome<Made> {
  /** Undefined until it is accepted. */
  readonly done: Made | undefined
  /** Faulty rows: those left out of an accepted file, or the reason for a refusal. */
  readonly faults: readonly Problem[]
  /** Why it was refused, if not because of rows. */
  readonly problem: ApiProblem | undefined
}

interface SentContent<Content> {
  readonly content: Content
  readonly takesGood: boolean
}

/** A mutation by a file, which is refused if rows are faulty, unless these are to be skipped. */
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
