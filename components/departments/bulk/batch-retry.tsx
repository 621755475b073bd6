import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { type Batch, type BatchEdit, renewBatches, retryBatch, toProblem } from "@/lib/client"
import { Button } from "../../ui/button"
import { failedItems } from "./batch-state"
import { DryRunCard } from "./dry-run-card"
import { retryAims } from "./retry-aims"
import { useDepartmentSchemas } from "./use-department-schemas"
import { type DryRunSetup, useDryRun } from "./use-dry-run"
import { WithDepartments } from "./with-departments"

export interface BatchRetryProps {
  readonly batch: Batch
  readonly list: ListOperation
}

/** Tries those that failed once more: they are read again first, and what would be sent now is shown. */
export function BatchRetry({ batch, list }: BatchRetryProps) {
  const t = useTranslations("departments.bulk.batch")
  const [isOpen, setIsOpen] = useState(false)
  const failed = failedItems(batch)
  if (batch.state === "running" || failed.length === 0) return null
  if (isOpen) return <RetryRun batch={batch} list={list} onDone={() => setIsOpen(false)} />
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-64">{t("failed", { count: failed.length })}</p>
      <Button onClick={() => setIsOpen(true)}>{t("retry", { count: failed.length })}</Button>
    </div>
  )
}

interface RetryRunProps extends BatchRetryProps {
  readonly onDone: () => void
}

/** The dry run of another try and its sending, once all departments are known. */
export function RetryRun(props: RetryRunProps) {
  return (
    <WithDepartments>
      {(departments) => <Retry {...props} departments={departments} />}
    </WithDepartments>
  )
}

interface RetryProps extends RetryRunProps, Pick<DryRunSetup, "departments"> {}

function Retry({ batch, list, departments, onDone }: RetryProps) {
  const client = useQueryClient()
  const schemas = useDepartmentSchemas()
  const dryRun = useDryRun({ list, schemas, departments })
  const aims = retryAims(failedItems(batch))
  const retry = useMutation({
    mutationFn: (items: readonly BatchEdit[]) => retryBatch(batch.id, items),
    async onSuccess() {
      await renewBatches(client)
      onDone()
    },
  })
  return (
    <DryRunCard
      dryRun={dryRun}
      list={list}
      wanted={aims.length}
      known={departments.length}
      onRun={() => dryRun.run(aims)}
      sending={{
        busy: retry.isPending,
        problem: retry.error ? toProblem(retry.error) : undefined,
      }}
      onSend={(items) => retry.mutate(items)}
    />
  )
}
