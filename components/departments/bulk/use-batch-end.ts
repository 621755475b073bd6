import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import type { ListOperation } from "@/lib/catalogue"
import { apiKey, type Batch } from "@/lib/client"
import { renewDepartments } from "../../edits/renew-departments"

/** Once a batch that ran has come to rest, everything that shows departments or batches is read again. */
export function useBatchEnd(batch: Batch | undefined, list: ListOperation): void {
  const client = useQueryClient()
  const ran = useRef(false)
  const state = batch?.state
  useEffect(() => {
    if (state === "running") ran.current = true
    else if (state && ran.current) {
      ran.current = false
      renewDepartments(client, list)
      void client.invalidateQueries({ queryKey: apiKey("/api/departments/batches") })
    }
  }, [state, client, list])
}
