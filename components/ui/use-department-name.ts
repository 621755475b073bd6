import { useQuery } from "@tanstack/react-query"
import { useCallback } from "react"
import { ownValue } from "@/lib/catalogue"
import { departmentNamesOptions } from "@/lib/client"
import { shortenId } from "./short-id"

const none: Readonly<Record<string, string>> = {}

/** Department names by id; short ids for unknown ones. */
export function useDepartmentName(): (id: string) => string {
  const names = useQuery(departmentNamesOptions()).data?.names ?? none
  return useCallback((id: string) => ownValue(names, id) ?? shortenId(id), [names])
}
