import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { type ApiProblem, type BatchEdit, renewBatches, startBatch, toProblem } from "@/lib/client"

/** Handing the changes of a dry run over to the server. */
export interface Sending {
  readonly send: (title: string, items: readonly BatchEdit[]) => Promise<void>
  readonly busy: boolean
  readonly problem: ApiProblem | undefined
}

/** Starts a batch and opens its page; `onStarted` is called in between. */
export function useSendBatch(onStarted: () => void): Sending {
  const client = useQueryClient()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  async function send(title: string, items: readonly BatchEdit[]) {
    setBusy(true)
    setProblem(undefined)
    try {
      const id = await startBatch({ title, items })
      void renewBatches(client)
      onStarted()
      router.push(`/departments/batches/${id}`)
    } catch (error) {
      setProblem(toProblem(error))
      setBusy(false)
    }
  }
  return { send, busy, problem }
}
