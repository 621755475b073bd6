import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import type { ListOperation, PatchOperation, Row } from "@/lib/catalogue"
import {
  type ApiProblem,
  apiKey,
  fetchDepartment,
  queryKeys,
  replaceRecord,
  toProblem,
} from "@/lib/client"
import {
  type DepartmentChange,
  editDepartment,
  judgeReading,
  type ReadVerdict,
} from "./department-change"

/** After a change: what shows departments or the log of changes is read again when it is looked at. */
export function renewDepartments(client: QueryClient, { record }: ListOperation): void {
  // Lists that nobody looks at are read anew; one that is looked at keeps its rows.
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

/** Codes of answers after which nobody knows whether the platform has made the change. */
const unknownCodes: ReadonlySet<string> = new Set([
  "unknown_outcome",
  "unreachable",
  "unreadable_answer",
  "unexpected",
  "unknown",
  "internal",
])

/** Whether the change may have been made although an error was answered. */
const isUnknownOutcome = ({ status, code }: ApiProblem) =>
  unknownCodes.has(code) && (status < 400 || status >= 500)

/** What the department, read back, shows of a change whose outcome is unknown. */
export interface Reading {
  readonly verdict: ReadVerdict
  readonly record: Row
}

/** How the sending of a change stands. */
export type SendingState =
  | { readonly step: "review" | "sending" }
  | { readonly step: "refused"; readonly problem: ApiProblem }
  | {
      readonly step: "unknown"
      readonly problem: ApiProblem
      /** Undefined while it is being read, and where it could not be. */
      readonly reading: Reading | undefined
      readonly isReading: boolean
    }

export interface Sending {
  readonly state: SendingState
  readonly send: (operation: PatchOperation, text: string) => void
  readonly readAgain: () => void
  /** Back to the review. */
  readonly reset: () => void
}

export interface SendingProps {
  readonly change: DepartmentChange
  readonly list: ListOperation
  /** Called with the department as it is after the change. */
  readonly onApplied: (record: Row) => void
  /** Called when the platform has refused values. */
  readonly onRefused?: ((problem: ApiProblem) => void) | undefined
}

/** A change goes out when a person says so, at once or not at all: never later, never twice. */
const once = { retry: false, networkMode: "always" } as const

/** Sends a change once; where the outcome is unknown, reads the department back. */
export function useSending({ change, list, onApplied, onRefused }: SendingProps): Sending {
  const client = useQueryClient()
  const report = (record: Row) => {
    client.setQueryData<Row>(queryKeys.departmentEdit(change.id), (open) => open && record)
    replaceRecord(client, list.record, record)
  }
  const reading = useMutation({
    ...once,
    async mutationFn(): Promise<Reading> {
      const record = await fetchDepartment(list, change.id, { fresh: true })
      if (!record) throw new TypeError("The department is gone.")
      report(record)
      return { record, verdict: judgeReading(change, record) }
    },
    onSettled: () => renewDepartments(client, list),
  })
  const isUnderWay = useRef(false)
  const sending = useMutation({
    ...once,
    onSettled: () => {
      isUnderWay.current = false
    },
    mutationFn: ({ operation, text }: { operation: PatchOperation; text: string }) =>
      editDepartment({
        operation,
        id: change.id,
        text,
        ...(change.undoes !== undefined && { undoes: change.undoes }),
      }),
    onSuccess({ record }) {
      const after = { ...change.before, ...record }
      report(after)
      renewDepartments(client, list)
      onApplied(after)
    },
    onError(error) {
      const problem = toProblem(error)
      if (isUnknownOutcome(problem)) reading.mutate()
      else if (problem.status === 422) onRefused?.(problem)
    },
  })
  const problem = sending.error ? toProblem(sending.error) : undefined
  return {
    state: stateOf(sending.isPending, problem, reading),
    // A second click can come before the first is drawn.
    send(operation, text) {
      if (isUnderWay.current) return
      isUnderWay.current = true
      sending.mutate({ operation, text })
    },
    readAgain: () => reading.mutate(),
    reset() {
      sending.reset()
      reading.reset()
    },
  }
}

function stateOf(
  isSending: boolean,
  problem: ApiProblem | undefined,
  { data, isPending }: { data: Reading | undefined; isPending: boolean },
): SendingState {
  if (isSending) return { step: "sending" }
  if (!problem) return { step: "review" }
  if (!isUnknownOutcome(problem)) return { step: "refused", problem }
  return { step: "unknown", problem, reading: data, isReading: isPending }
}
