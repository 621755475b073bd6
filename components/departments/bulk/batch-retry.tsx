import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import {
  applyPatch,
  isPosition,
  isWithin,
  type JsonDocument,
  type JsonPatchOperation,
  parsePointer,
  pointersOf,
  printPointer,
} from "@/lib/json-patch"
import { type Batch, type BatchItem, renewBatches, retryBatch } from "../../edits/batches"
import type { DesiredChange } from "../../edits/plan-changes"
import { readOperations } from "../../edits/undo-chain"
import { PlanProvider, usePlanning } from "../../edits/use-plan"
import { Button } from "../../ui/button"
import { failedItems } from "./batch-state"
import { PlanCard } from "./plan-card"
import { usePlanRules, WithDepartments } from "./with-departments"

/** An applied patch leaves an object an object, unless it replaces the whole, which none of ours does. */
const asDocument = (document: unknown) => document as JsonDocument

/** Whether it leads to or through an array's element, where another one may stand by now. */
const isByPosition = (pointer: string) =>
  pointer.split("/").some((token) => isPosition(`/${token}`))

const fieldOf = (pointer: string) => parsePointer(pointer)?.[0] ?? ""

/** A write as it is, and a test as far as it is of these fields: one of the whole record has the value of each. */
function narrow(operation: JsonPatchOperation, fields: ReadonlySet<string>): JsonPatchOperation[] {
  if (operation.op !== "test") return [operation]
  const { op, path, value } = operation
  if (path !== "") return fields.has(fieldOf(path)) ? [operation] : []
  const values = new Map(Object.entries(value ?? {}))
  return [...fields].map((field) => ({ op, path: printPointer([field]), value: values.get(field) }))
}

/**
 * The same change once more, on the department as it is by now: what the patch writes, without its tests,
 * but for those of fields that it writes into by position.
 */
function retryOf(patch: string): DesiredChange["desire"] {
  const operations = readOperations(patch) ?? []
  const writes = operations.filter(({ op }) => op !== "test")
  const positioned = writes.flatMap(pointersOf).filter(isByPosition)
  const fields = new Set(positioned.map(fieldOf))
  const narrowed = operations.flatMap((operation) => narrow(operation, fields))
  const tests = narrowed.filter(({ op }) => op === "test")
  const isGuarded = positioned.every((pointer) => tests.some(({ path }) => isWithin(pointer, path)))
  return (current) => {
    const outcome = isGuarded ? applyPatch(current, narrowed) : undefined
    return outcome?.ok ? { target: asDocument(outcome.document) } : { conflict: [] }
  }
}

/** What departments of a batch were to become, for another try. */
export const retryChanges = (
  items: readonly Pick<BatchItem, "recordId" | "patch">[],
): DesiredChange[] => items.map(({ recordId, patch }) => ({ id: recordId, desire: retryOf(patch) }))

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

/** The plan of another try and its sending, once all departments are known. */
export function RetryRun(props: RetryRunProps) {
  return (
    <WithDepartments>
      {(departments) => <Retry {...props} departments={departments} />}
    </WithDepartments>
  )
}

interface RetryProps extends RetryRunProps {
  readonly departments: readonly TreeEntry[]
}

function Retry({ batch, list, departments, onDone }: RetryProps) {
  const client = useQueryClient()
  const plan = usePlanning({
    list,
    desired: retryChanges(failedItems(batch)),
    known: departments.length,
    rules: usePlanRules(departments),
    async send(items) {
      await retryBatch(batch.id, items)
      await renewBatches(client)
      onDone()
    },
  })
  return (
    <PlanProvider value={plan}>
      <PlanCard />
    </PlanProvider>
  )
}
