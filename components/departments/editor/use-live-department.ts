import { useQuery } from "@tanstack/react-query"
import { fetchDepartment, queryKeys, readOnce } from "@/lib/client"
import type { EditorSetup } from "./editor-setup"

/** The department as it is now, read anew each time that its page is opened for editing; null where it is gone. */
export const useLiveDepartment = ({ list, id, mayWrite }: EditorSetup) =>
  useQuery({
    queryKey: queryKeys.departmentEdit(id),
    queryFn: async ({ signal }) =>
      (await fetchDepartment(list, id, { fresh: true, signal })) ?? null,
    ...readOnce,
    gcTime: 0,
    enabled: mayWrite,
  })
