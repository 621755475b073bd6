import { useCallback, useEffect, useRef, useState } from "react"
import type { DepartmentSchemas, ListOperation } from "@/lib/catalogue"
import { type ApiProblem, readDepartments, type TreeEntry, toProblem } from "@/lib/client"
import { parentsOf } from "./moves"
import { type Aim, type DryRunItem, type DryRunWorld, planDryRun } from "./plan-dry-run"

/** How far a dry run is. */
export type DryRunState =
  | { readonly step: "idle" }
  | { readonly step: "reading"; readonly made: number }
  | { readonly step: "failed"; readonly problem: ApiProblem }
  | {
      readonly step: "ready"
      readonly items: readonly DryRunItem[]
      readonly world: DryRunWorld
      /** When the departments had been read, ISO. */
      readonly at: string
    }

export interface DryRun {
  readonly state: DryRunState
  /** Reads the departments of these aims as they are now, and judges what would become of them. */
  readonly run: (aims: readonly Aim[]) => Promise<void>
  /** Ends a reading that is under way, and forgets what was found. */
  readonly reset: () => void
}

const idle: DryRunState = { step: "idle" }

export interface DryRunSetup {
  /** The list that shows departments whole. */
  readonly list: ListOperation
  readonly schemas: DepartmentSchemas
  readonly departments: readonly TreeEntry[]
}

/** A dry run of edits of several departments; nothing of it is sent. It ends with the page. */
export function useDryRun({ list, schemas, departments }: DryRunSetup): DryRun {
  const [state, setState] = useState(idle)
  const reading = useRef<AbortController>(undefined)
  const stop = useCallback(() => reading.current?.abort(), [])
  useEffect(() => stop, [stop])

  async function run(aims: readonly Aim[]) {
    stop()
    const over = new AbortController()
    reading.current = over
    const show = (next: DryRunState) => {
      if (!over.signal.aborted) setState(next)
    }
    show({ step: "reading", made: 0 })
    try {
      const ids = aims.map(({ id }) => id)
      const records = await readDepartments(list, ids, {
        known: departments.length,
        signal: over.signal,
        onCall: (made) => show({ step: "reading", made }),
      })
      const world = { records, schemas, parents: parentsOf(departments) }
      const items = planDryRun(aims, world)
      show({ step: "ready", items, world, at: new Date().toISOString() })
    } catch (error) {
      show({ step: "failed", problem: toProblem(error) })
    }
  }

  const reset = useCallback(() => {
    stop()
    setState(idle)
  }, [stop])
  return { state, run, reset }
}
