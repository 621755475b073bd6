import { useQueries, useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useLocale } from "use-intl"
import { type ListOperation, referencesOf, type WorkspaceEntry } from "@/lib/catalogue"
import { departmentNamesOptions, labelNameOf } from "@/lib/client"
import { shortenId } from "../ui/short-id"
import { type Choice, listedChoicesOptions } from "./path-choices"
import type { ReportSetup } from "./report-setup"

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

const namesIn = (
  entries: readonly WorkspaceEntry[],
  kind: string,
): readonly (readonly [id: string, name: string])[] =>
  entries.flatMap((entry) => [
    ...(entry.kind === kind ? [[entry.id, entry.name] as const] : []),
    ...namesIn(entry.children, kind),
  ])

/** What the rows of a whole list lie in, by the property that holds its id, as far as the workspace names it. */
export const parentNames = ({ within, workspace }: Pick<ReportSetup, "within" | "workspace">) =>
  within.map(
    ({ parameter, kind }) =>
      [parameter, Object.fromEntries(namesIn(workspace.entries, kind))] as const,
  )

const namesOf = (results: readonly { readonly data?: readonly Choice[] | undefined }[]) =>
  results.map(({ data = [] }) => Object.fromEntries(data.map(({ id, name }) => [id, name])))

/** The names of what the platform itself lists of that in which a whole list's rows lie, by property. */
export function useListedNames({ within }: Pick<ReportSetup, "within">) {
  const listed = useMemo(() => within.filter(({ listedBy }) => listedBy !== undefined), [within])
  const names = useQueries({ queries: listed.map(listedChoicesOptions), combine: namesOf })
  return useMemo(
    () => listed.map(({ parameter }, index) => [parameter, names[index] ?? {}] as const),
    [listed, names],
  )
}

/** What the filters of a report can choose by name: departments, and what a whole list's rows lie in, once their names are known. */
export function useNamedChoices(setup: ReportSetup): Choices {
  const { operation } = setup
  const locale = useLocale()
  const properties = useMemo(() => departmentProperties(operation), [operation])
  const enabled = properties.length > 0
  const departments = useQuery({ ...departmentNamesOptions(), enabled }).data?.names
  const listed = useListedNames(setup)
  return useMemo(() => {
    const named = [
      ...properties.map((property) => [property, departments ?? {}] as const),
      ...parentNames(setup),
      ...listed,
    ]
    const choices = named.map(
      ([property, names]) => [property, nameChoices(names, locale)] as const,
    )
    return Object.fromEntries(choices.filter(([, known]) => known.length > 0))
  }, [setup, departments, listed, locale, properties])
}
