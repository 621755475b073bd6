import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { type ListOperation, ownValue } from "@/lib/catalogue"
import { apiOptions, copiedListsOptions, fieldOf, readOnce } from "@/lib/client"
import type { ReportSetup } from "./report-setup"

const maxValues = 100
const none: readonly string[] = []

/** A field's values in everything that is copied, most common first; empty if unknown. */
function useValues(list: string, field: string, enabled: boolean): readonly string[] {
  const lists = useQuery({ ...copiedListsOptions(), enabled }).data?.lists
  const isCopied = lists?.some((each) => each.list === list && each.asOf !== null) === true
  const query = new URLSearchParams({ group: field, top: `${maxValues}` })
  const options = apiOptions("/api/answers/{list}/summary", { parameters: { list }, query })
  const groups = useQuery({ ...options, ...readOnce, enabled: enabled && isCopied }).data?.groups
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

/** True if the field holds regions, which few departments are. */
export const isRegion = (
  { operation, fields }: Pick<ReportSetup, "operation" | "fields">,
  name: string,
) => fieldOf(operation, fields, name)?.placeOf?.place === "region"

/**
 * The occurring values of a property whose field has few named ones, or regions; for languages,
 * those in which departments read.
 */
export function useOccurringValues(setup: ReportSetup, property: string): readonly string[] {
  const { operation, fields } = setup
  const list = wholeOf(setup)?.wholeOf ?? ""
  const hasValues = fieldOf(operation, fields, property)?.values !== undefined
  const isLanguage = ownValue(operation.properties, property)?.elementOf !== undefined
  const isFew = hasValues || isRegion(setup, property)
  const values = useValues(list, property, list !== "" && isFew)
  const languages = useValues("departments", "contentCulture", isLanguage)
  return isLanguage ? languages : values
}
