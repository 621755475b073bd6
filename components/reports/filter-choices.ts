import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useLocale } from "use-intl"
import { type ListOperation, referencesOf } from "@/lib/catalogue"
import { departmentNamesOptions, labelNameOf } from "@/lib/client"
import { shortenId } from "../ui/short-id"
import type { Choice } from "./path-choices"

/** Names for the ids that properties may hold, by property. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

/** The properties that a report can be filtered by and that hold a department's id. */
export function departmentProperties(operation: ListOperation): string[] {
  const targets = referencesOf(operation.record)
  return Object.entries(operation.properties)
    .filter(([name, { type, filter }]) => {
      const isOne = targets.get(labelNameOf(operation, name)) === "department"
      return filter && type === "guid" && isOne
    })
    .map(([name]) => name)
}

/** Names by id as choices in the order of a language; those that share a name are distinguished by their ids. */
export function nameChoices(names: Readonly<Record<string, string>>, locale: string): Choice[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sorted = Object.entries(names).toSorted(([, one], [, other]) => compare(one, other))
  return sorted.map(([id, name], index) => {
    const isShared = [index - 1, index + 1].some((beside) => sorted[beside]?.[1] === name)
    return { id, name: isShared ? `${name} (${shortenId(id)})` : name }
  })
}

/** What the filters of a report can choose by name: departments, once their names are known. */
export function useNamedChoices(operation: ListOperation): Choices {
  const locale = useLocale()
  const properties = useMemo(() => departmentProperties(operation), [operation])
  const enabled = properties.length > 0
  const names = useQuery({ ...departmentNamesOptions(), enabled }).data?.names
  return useMemo(() => {
    const choices = nameChoices(names ?? {}, locale)
    if (choices.length === 0) return {}
    return Object.fromEntries(properties.map((property) => [property, choices]))
  }, [names, locale, properties])
}
