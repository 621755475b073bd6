import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import type { ListOperation, Row } from "@/lib/catalogue"
import { type ApiProblem, apiKey, queryKeys, replaceRecord, toProblem } from "@/lib/client"
import type { EditAnswer } from "@/lib/contract"
import {
  type DepartmentChange,
  newIdempotencyKey,
  patchOf,
  refusalOf,
  sendEdit,
} from "./department-change"

/** Refetches departments and the edit log after a change, once they are visible. */
export function renewDepartments(client: QueryClient, { record }: ListOperation): void {
  // Inactive lists are refetched when opened; the visible one keeps its rows.
  client.removeQueries({ queryKey: queryKeys.resource(record), type: "inactive" })
  void client.invalidateQueries({ queryKey: queryKeys.resource(record), refetchType: "none" })
  const keys = [
    apiKey("/api/departments/tree"),
    apiKey("/api/names/departments"),
    apiKey("/api/activity"),
    apiKey("/api/activity/people"),
  ]
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}

/** Problem codes after which the edit may have been made. */
const unknownCodes: ReadonlySet<string> = new Set([
  "unreachable",
  "unreadable_answer",
  "unexpected",
  "unknown",
  "internal",
])

export type SendingState =
  | { readonly step: "review" | "sending" }
  | { readonly step: "refused"; readonly problem: ApiProblem }
  /** The verdict from reading the department back, if that was possible. */
  | { readonly step: "unknown"; readonly verdict: "not_applied" | "changed" | undefined }

export interface Sending {
  readonly state: SendingState
  /** Sends the change; after that, asks for its outcome. */
  readonly send: () => void
  /** Returns to the review. */
  readonly reset: () => void
}

export interface SendingProps {
  readonly change: DepartmentChange
  readonly list: ListOperation
  /** Called with the changed department and the edit's id. */
  readonly onApplied: (record: Row, editId: string) => void
  /** Called when the platform refused values. */
  readonly onRefused?: ((problem: ApiProblem) => void) | undefined
}

/**
 * Sends a change and reports its outcome; one key per intention, so that it is made at most once.
 */
export function useSending({ change, list, onApplied, onRefused }: SendingProps): Sending {
  const client = useQueryClient()
  const intention = useRef<{ readonly change: DepartmentChange; readonly key: string }>(undefined)
  const isUnderWay = useRef(false)
  const sending = useMutation({
    networkMode: "always",
    // The key makes a retry safe; a lost response is requested again at once.
    retry: (failures, error) => failures < 1 && toProblem(error).code === "unreachable",
    mutationFn() {
      if (intention.current?.change !== change)
        intention.current = { change, key: newIdempotencyKey() }
      return sendEdit(change, patchOf(change), intention.current.key)
    },
    onSuccess(answer) {
      const { edit, outcome, record } = answer
      const after = record && { ...change.before, ...record }
      if (after) {
        client.setQueryData<Row>(queryKeys.departmentEdit(change.id), (open) => open && after)
        replaceRecord(client, list.record, after)
      }
      renewDepartments(client, list)
      if (outcome === "applied") onApplied(after ?? change.after, edit.id)
      else if (edit.code === "patch_not_applicable") onRefused?.(refusalOf(answer))
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  return {
    state: stateOf(sending.isPending, sending.data, sending.error),
    // A second click can arrive before the first one is rendered.
    send() {
      if (isUnderWay.current) return
      isUnderWay.current = true
      sending.mutate()
    },
    reset() {
      intention.current = undefined
      sending.reset()
    },
  }
}

function stateOf(
  isSending: boolean,
  answer: EditAnswer | undefined,
  error: Error | null,
): SendingState {
  if (isSending) return { step: "sending" }
  if (error) {
    const problem = toProblem(error)
    const isUnknown =
      unknownCodes.has(problem.code) && (problem.status < 400 || problem.status > 499)
    return isUnknown ? { step: "unknown", verdict: undefined } : { step: "refused", problem }
  }
  if (!answer || answer.outcome === "applied") return { step: "review" }
  const { verdict } = answer.edit
  if (answer.outcome === "refused" && verdict === null)
    return { step: "refused", problem: refusalOf(answer) }
  const isShown = verdict === "not_applied" || verdict === "changed"
  return { step: "unknown", verdict: isShown ? verdict : undefined }
}
