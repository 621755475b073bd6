import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import type { ListOperation } from "@/lib/catalogue"
import { apiOptions, fieldOf, readOnce } from "@/lib/client"
import type { ReportSetup } from "./report-setup"

const maxValues = 20
const none: readonly string[] = []

/** The values of a field in everything that is copied, the most common first; nothing where that is not known. */
function useValues(list: string, field: string, enabled: boolean): readonly string[] {
  const query = new URLSearchParams({ group: field, top: `${maxValues}` })
  const options = apiOptions("/api/answers/{list}/summary", { parameters: { list }, query })
  const groups = useQuery({ ...options, ...readOnce, enabled }).data?.groups
  return useMemo(
    () =>
      groups?.[0]?.keys.flatMap((key) =>
        key.kind === "value" && typeof key.value === "string" && key.value !== "" ? key.value : [],
      ) ?? none,
    [groups],
  )
}

const wholeOf = ({ operation, whole }: ReportSetup): ListOperation | undefined =>
  operation.wholeOf === undefined ? whole : operation

/** The values of a property that occur, where its field has a few that are named. */
export function useOccurringValues(setup: ReportSetup, property: string): readonly string[] {
  const list = wholeOf(setup)?.wholeOf
  const hasValues = fieldOf(setup.operation, setup.fields, property)?.values !== undefined
  return useValues(list ?? "", property, list !== undefined && hasValues)
}

/** The languages in which departments read posts. */
export const useReadLanguages = (enabled: boolean): readonly string[] =>
  useValues("departments", "contentCulture", enabled)
