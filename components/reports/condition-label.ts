import { useMessages, useTranslations } from "use-intl"
import type { Property, QueryType } from "@/lib/catalogue"
import type { Messages } from "@/lib/client/messages"
import type { Condition } from "./filter-clause"

type Group = "choice" | "text" | "number" | "time"
type GroupLabels = Messages["reports"]["conditions"][Group]

const groups = {
  guid: "choice",
  boolean: "choice",
  string: "text",
  integer: "number",
  double: "number",
  datetime: "time",
  datetimeoffset: "time",
} as const satisfies Record<QueryType, Group>

const isLabelled = <G extends GroupLabels>(
  labels: G,
  condition: string,
): condition is keyof G & string => Object.hasOwn(labels, condition)

/** Says a condition in words that fit the property's type. */
export function useConditionLabel(): (property: Property, condition: Condition) => string {
  const t = useTranslations("reports")
  const filters = useTranslations("filters")
  const { conditions } = useMessages().reports
  return (property, condition) => {
    if (condition === "hasValue" || condition === "hasNone") return t(`conditions.${condition}`)
    if (condition === "between" || condition === "during") return filters(`conditions.${condition}`)
    const group = groups[property.type]
    const labels: GroupLabels = conditions[group]
    return isLabelled(labels, condition) ? labels[condition] : condition
  }
}
