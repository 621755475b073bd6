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

/** A patched object stays an object, unless the patch replaces the root, which ours never do. */
const asDocument = (document: unknown) => document as JsonDocument

/** True if the pointer passes through an array index, which may hold another element by now. */
const isByPosition = (pointer: string) =>
  pointer.split("/").some((token) => isPosition(`/${token}`))

const fieldOf = (pointer: string) => parsePointer(pointer)?.[0] ?? ""

/**
 * Keeps a write, and narrows a test to these fields: a test of the whole record becomes one per
 * field.
 */
function narrow(operation: JsonPatchOperation, fields: ReadonlySet<string>): JsonPatchOperation[] {
  if (operation.op !== "test") return [operation]
  const { op, path, value } = operation
  if (path !== "") return fields.has(fieldOf(path)) ? [operation] : []
  const values = new Map(Object.entries(value ?? {}))
  return [...fields].map((field) => ({ op, path: printPointer([field]), value: values.get(field) }))
}

/**
 * The same change, rebased on the current department: the patch's writes without its tests, except
 * for fields that it writes by position.
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

/** The desired changes of a batch's departments, for a retry. */
export const retryChanges = (
  items: readonly Pick<BatchItem, "recordId" | "patch">[],
): DesiredChange[] => items.map(({ recordId, patch }) => ({ id: recordId, desire: retryOf(patch) }))

interface BatchRetryProps {
  readonly batch: Batch
  readonly list: ListOperation
}

/** Retries the failed departments: reads them again and previews what would be sent. */
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
