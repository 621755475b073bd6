import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import {
  type Batch,
  type BatchEdit,
  type BatchItem,
  renewBatches,
  retryBatch,
  toProblem,
} from "@/lib/client"
import {
  applyPatch,
  isPosition,
  isWithin,
  type JsonObject,
  type JsonPatchOperation,
  parsePatch,
  parsePointer,
  pointersOf,
  printPointer,
} from "@/lib/json-patch"
import { Button } from "../../ui/button"
import { failedItems } from "./batch-state"
import { DryRunCard } from "./dry-run-card"
import type { Aim } from "./plan-dry-run"
import { useDepartmentSchemas } from "./use-department-schemas"
import { type DryRunSetup, useDryRun } from "./use-dry-run"
import { WithDepartments } from "./with-departments"

/** An applied patch leaves an object an object, unless it replaces the whole, which none of ours does. */
const asDocument = (document: unknown) => document as JsonObject

function operationsOf(patch: string) {
  const parsed = parsePatch(JSON.parse(patch))
  return parsed.ok ? parsed.operations : []
}

/** Whether it leads to or through an array's element, where another one may stand by now. */
const isByPlace = (pointer: string) => pointer.split("/").some((token) => isPosition(`/${token}`))

const fieldOf = (pointer: string) => parsePointer(pointer)?.[0] ?? ""

/** A write as it is, and a test as far as it is of these fields: one of the whole record tells the value of each. */
function narrow(operation: JsonPatchOperation, fields: ReadonlySet<string>): JsonPatchOperation[] {
  if (operation.op !== "test") return [operation]
  const { op, path, value } = operation
  if (path !== "") return fields.has(fieldOf(path)) ? [operation] : []
  const values = new Map(Object.entries(value ?? {}))
  return [...fields].map((field) => ({ op, path: printPointer([field]), value: values.get(field) }))
}

/**
 * The same change once more, on the department as it is by now: what the patch writes, without its tests,
 * but for those of fields that it writes into by place.
 */
function reachOf(patch: string): Aim["reach"] {
  const operations = operationsOf(patch)
  const writes = operations.filter(({ op }) => op !== "test")
  const placed = writes.flatMap(pointersOf).filter(isByPlace)
  const fields = new Set(placed.map(fieldOf))
  const kept = operations.flatMap((operation) => narrow(operation, fields))
  const tests = kept.filter(({ op }) => op === "test")
  const isTold = placed.every((pointer) => tests.some(({ path }) => isWithin(pointer, path)))
  return (current) => {
    const outcome = isTold ? applyPatch(current, kept) : undefined
    return outcome?.ok ? asDocument(outcome.document) : undefined
  }
}

/** What departments of a batch were to become, for another try. */
export const retryAims = (items: readonly Pick<BatchItem, "recordId" | "patch">[]): Aim[] =>
  items.map(({ recordId, patch }) => ({ id: recordId, reach: reachOf(patch) }))

interface BatchRetryProps {
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
