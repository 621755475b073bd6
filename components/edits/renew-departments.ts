import type { QueryClient } from "@tanstack/react-query"
import type { ListOperation } from "@/lib/catalogue"
import { queryKeys } from "@/lib/client"

/** After a change: everything that shows departments or the log of changes is read again when it is looked at. */
export function renewDepartments(client: QueryClient, { record }: ListOperation): void {
  const keys = [
    queryKeys.resource(record),
    queryKeys.departmentTree(),
    queryKeys.departmentNames(),
    queryKeys.allActivity(),
  ]
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}
