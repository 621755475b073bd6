import type { QueryClient } from "@tanstack/react-query"
import type { ListOperation } from "@/lib/catalogue"
import { apiKey, queryKeys } from "@/lib/client"

/** After a change: everything that shows departments or the log of changes is read again when it is looked at. */
export function renewDepartments(client: QueryClient, { record }: ListOperation): void {
  const keys = [
    queryKeys.resource(record),
    apiKey("/api/departments/tree"),
    apiKey("/api/names/departments"),
    apiKey("/api/activity"),
    apiKey("/api/activity/people"),
  ]
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}
