import { useQuery } from "@tanstack/react-query"
import { departmentNamesOptions } from "@/lib/client"
import { shortenId } from "../../ui/short-id"

/** Names a department where its name is known, else the short form of its id. */
export function useDepartmentName(): (id: string) => string {
  const names = useQuery(departmentNamesOptions()).data?.names
  return (id) => names?.[id] ?? shortenId(id)
}
