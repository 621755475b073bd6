import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useEffect, useRef, useState } from "react"
import type { ListOperation } from "@/lib/catalogue"
import {
  type Batch,
  departmentTreeOptions,
  planDepartmentReading,
  readDepartments,
  renewBatches,
  startBatch,
} from "@/lib/client"
import { appliedItems, editsOf, planBatchUndo } from "./plan-batch-undo"

const once = { retry: false, networkMode: "always" } as const

/** The dry run of taking a batch back, and handing it over to the server; the reading ends with the dialog. */
export function useBatchUndo(batch: Batch, list: ListOperation) {
  const client = useQueryClient()
  const router = useRouter()
  const [made, setMade] = useState(0)
  const over = useRef<AbortController>(undefined)
  useEffect(() => () => over.current?.abort(), [])
  const ids = appliedItems(batch).map(({ recordId }) => recordId)
  const departments = useQuery(departmentTreeOptions()).data?.departments
  const known = departments?.length ?? ids.length * list.limit.maximum

  const reading = useMutation({
    ...once,
    async mutationFn() {
      over.current?.abort()
      over.current = new AbortController()
      setMade(0)
      const { signal } = over.current
      const records = await readDepartments(list, ids, { known, signal, onCall: setMade })
      return planBatchUndo(batch, records)
    },
  })
  const handingOver = useMutation({
    ...once,
    mutationFn: (title: string) =>
      startBatch({ title, items: editsOf(reading.data ?? []), undoes: batch.id }),
    onSuccess(id) {
      void renewBatches(client)
      router.push(`/departments/batches/${id}`)
    },
  })
  return {
    reading,
    handingOver,
    made,
    departments: ids.length,
    calls: planDepartmentReading(list, ids.length, known).calls,
  }
}
