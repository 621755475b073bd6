import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Pause, Play } from "lucide-react"
import { useTranslations } from "use-intl"
import { type Batch, batchOptions, orderBatch } from "@/lib/client"
import { Button } from "../../ui/button"
import { ChangeProblem } from "../../ui/change-problem"

/** Stops a batch that runs, or goes on with what waits in one that was stopped. */
export function BatchOrders({ batch: { id, state } }: { batch: Batch }) {
  const t = useTranslations("departments.bulk.batch")
  const client = useQueryClient()
  const order = useMutation({
    mutationFn: (action: "stop" | "resume") => orderBatch(id, action),
    onSettled: () => client.invalidateQueries({ queryKey: batchOptions(id).queryKey }),
  })
  if (state === "done") return null
  const action = state === "running" ? "stop" : "resume"
  const Icon = action === "stop" ? Pause : Play
  return (
    <>
      <ChangeProblem error={order.error} keeps={false} />
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
