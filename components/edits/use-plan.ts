import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react"
import type { ListOperation } from "@/lib/catalogue"
import { type ApiProblem, toProblem } from "@/lib/client"
import { type BatchEdit, renewBatches, startBatch } from "./batches"
import {
  type DesiredChange,
  editsOf,
  holdBack,
  type PlanBasis,
  type PlannedChange,
  type PlanRules,
  planChanges,
} from "./plan-changes"
import { planDepartmentReading, readDepartments } from "./read-departments"

/** The step that the plan has reached. */
export type PlanState =
  | { readonly step: "idle" }
  | { readonly step: "reading"; readonly made: number }
  | { readonly step: "failed"; readonly problem: ApiProblem }
  | {
      readonly step: "ready"
      readonly items: readonly PlannedChange[]
      readonly basis: PlanBasis
      /** When the departments were read, ISO. */
      readonly at: string
    }

export interface PlanSetup {
  /** The list that returns complete departments. */
  readonly list: ListOperation
  readonly desired: readonly DesiredChange[]
  /** The number of departments, as far as known. */
  readonly known: number
  readonly rules?: PlanRules | undefined
  /** The accepted kinds of warnings. */
  readonly accepted?: readonly string[] | undefined
  /** Hands the patches to the server. */
  readonly send: (edits: readonly BatchEdit[]) => Promise<void>
}

/**
 * A plan of changes to several departments, from reading to sending; shared by the parts that show
 * it.
 */
export interface DepartmentPlan extends Pick<PlanSetup, "list"> {
  readonly state: PlanState
  /** The cost of reading, in departments and platform calls. */
  readonly cost: { readonly departments: number; readonly calls: number }
  /** Reads the current departments and plans their changes. */
  readonly read: () => Promise<void>
  /** Aborts a pending read and discards the plan. */
  readonly reset: () => void
  readonly sending: PlanSending
}

interface PlanSending {
  /** True from the start on, unless it failed. */
  readonly busy: boolean
  readonly problem: ApiProblem | undefined
  readonly start: () => Promise<void>
}

function useSendingOf(state: PlanState, send: PlanSetup["send"]): PlanSending {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  const isUnderWay = useRef(false)
  async function start() {
    // A second click can arrive before the first one is rendered.
    if (state.step !== "ready" || isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await send(editsOf(state.items, state.basis))
    } catch (error) {
      setProblem(toProblem(error))
      setBusy(false)
      isUnderWay.current = false
    }
  }
  return { busy, problem, start }
}

const none: readonly string[] = []

/** Plans changes of departments. Nothing is sent before `start`; unmounting aborts the read. */
export function usePlanning({
  list,
  desired,
  known,
  rules,
  accepted = none,
  send,
}: PlanSetup): DepartmentPlan {
  const [planned, setState] = useState<PlanState>({ step: "idle" })
  const reading = useRef<AbortController>(undefined)
  const stop = useCallback(() => reading.current?.abort(), [])
  useEffect(() => stop, [stop])

  async function read() {
    stop()
    const over = new AbortController()
    const { signal } = over
    reading.current = over
    const show = (next: PlanState) => {
      if (!signal.aborted) setState(next)
    }
    const onCall = (made: number) => show({ step: "reading", made })
    onCall(0)
    try {
      const ids = desired.map(({ id }) => id)
      const records = await readDepartments(list, ids, { known, signal, onCall })
      const basis = { records, rules }
      const items = planChanges(desired, basis)
      show({ step: "ready", items, basis, at: new Date().toISOString() })
    } catch (error) {
      show({ step: "failed", problem: toProblem(error) })
    }
  }

  const reset = useCallback(() => {
    stop()
    setState({ step: "idle" })
  }, [stop])
  const state = useMemo(
    () =>
      planned.step === "ready" ? { ...planned, items: holdBack(planned.items, accepted) } : planned,
    [planned, accepted],
  )
  const departments = desired.length
  const cost = { departments, ...planDepartmentReading(list, departments, known) }
  return { list, state, cost, read, reset, sending: useSendingOf(state, send) }
}

/** Starts a batch and opens its page; throws `ApiProblem`. */
export function useStartBatch(): (batch: Parameters<typeof startBatch>[0]) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async (batch) => {
    const id = await startBatch(batch)
    void renewBatches(client)
    router.push(`/organisation/batches/${id}`)
  }
}

const PlanContext = createContext<DepartmentPlan | undefined>(undefined)

export const PlanProvider = PlanContext.Provider

export function usePlan(): DepartmentPlan {
  const plan = useContext(PlanContext)
  if (!plan) throw new Error("A part of a plan stands in no plan.")
  return plan
}
