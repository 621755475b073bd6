import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Pause, Play } from "lucide-react"
import { useTranslations } from "use-intl"
import { type Batch, orderBatch, queryKeys, toProblem } from "@/lib/client"
import { useProblemWords } from "../../edits/use-problem-words"
import { Button } from "../../ui/button"

/** Stops a batch that runs, or goes on with what waits in one that was stopped. */
export function BatchOrders({ batch: { id, state } }: { batch: Batch }) {
  const t = useTranslations("departments.bulk.batch")
  const wordsOf = useProblemWords()
  const client = useQueryClient()
  const order = useMutation({
    mutationFn: (action: "stop" | "resume") => orderBatch(id, action),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.batch(id) }),
  })
  if (state === "done") return null
  const action = state === "running" ? "stop" : "resume"
  const Icon = action === "stop" ? Pause : Play
  return (
    <>
      {order.error ? (
        <p role="alert" className="text-critical-ink text-xs">
          {wordsOf(toProblem(order.error)).title}
        </p>
      ) : null}
      <Button
        variant={action === "resume" ? "primary" : "secondary"}
        disabled={order.isPending}
        onClick={() => order.mutate(action)}
      >
        <Icon aria-hidden="true" />
        {t(action)}
      </Button>
    </>
  )
}
