import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query"
import { useMemo } from "react"
import { useLocale } from "use-intl"
import {
  distinctNames,
  heldEntries,
  type ListOperation,
  ownValue,
  type PathParameters,
  type Property,
  type Row,
  referencesOf,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import {
  departmentNamesOptions,
  type ListPages,
  labelNameOf,
  queryKeys,
  type View,
} from "@/lib/client"
import type { WrittenLocale } from "@/lib/client/messages"
import { cultureName, type ReadName } from "../data-table"
import { shortenId } from "../ui/short-id"
import { type Choice, listedChoicesOptions } from "./path-choices"
import type { ReportSetup } from "./report-setup"

/** Names for the ids of properties, by property. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

/** The filterable properties that hold ids, each with the kind that they refer to. */
export function namedProperties(operation: ListOperation): ReadonlyMap<string, string> {
  const targets = referencesOf(operation.record)
  return new Map(
    Object.entries(operation.properties).flatMap(([name, { type, filter }]) => {
      if (!filter || type !== "guid") return []
      const isOwn = name === "id" && (operation.namedById ?? operation.readById) !== undefined
      const kind = isOwn ? operation.record : targets.get(labelNameOf(operation, name))
      return kind === undefined ? [] : [[name, kind] as const]
    }),
  )
}

/** The workspace's names of a kind by id, limited to entries within the report's path. */
export function workspaceNames(
  { workspace, steps }: Pick<ReportSetup, "workspace" | "steps">,
  kind: string,
  parameters: PathParameters,
): Record<string, string> {
  const chosen = new Map(steps.map((step) => [step.kind, parameters[step.parameter]]))
  const isChosen = ({ kind: holderKind, id }: WorkspaceEntry) =>
    [undefined, id].includes(chosen.get(holderKind))
  const within = (entries: readonly WorkspaceEntry[]): WorkspaceEntry[] =>
    entries.map((entry) => ({ ...entry, children: isChosen(entry) ? within(entry.children) : [] }))
  return namesOfKind(within(workspace.entries), kind)
}

/** The names of all entries of a kind, by id. */
const namesOfKind = (entries: readonly WorkspaceEntry[], kind: string): Record<string, string> =>
  Object.fromEntries(distinctNames(heldEntries(entries).filter(({ entry }) => entry.kind === kind)))

/** Choices sorted by locale; shared names get the short id appended. */
export function nameChoices(names: Readonly<Record<string, string>>, locale: string): Choice[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sorted = Object.entries(names).toSorted(([, one], [, other]) => compare(one, other))
  return sorted.map(([id, name], index) => {
    const isShared = [index - 1, index + 1].some((beside) => sorted[beside]?.[1] === name)
    return { id, name: isShared ? `${name} (${shortenId(id)})` : name }
  })
}

/**
 * The workspace's names for the parents of a whole list's rows, by the property with the parent's
 * id.
 */
export const parentNames = ({ within, workspace }: Pick<ReportSetup, "within" | "workspace">) =>
  within.map(({ parameter, kind }) => [parameter, namesOfKind(workspace.entries, kind)] as const)

/** Choices without a name are labelled with their id, which is not a name. */
const namesOf = (results: readonly { readonly data?: readonly Choice[] | undefined }[]) =>
  results.map(({ data = [] }) =>
    Object.fromEntries(data.flatMap(({ id, name }) => (name === id ? [] : [[id, name]]))),
  )

/** Names for the parents of a whole list's rows that the platform itself lists, by property. */
export function useListedNames({ within }: Pick<ReportSetup, "within">) {
  const listed = useMemo(() => within.filter(({ listedBy }) => listedBy !== undefined), [within])
  const names = useQueries({ queries: listed.map(listedChoicesOptions), combine: namesOf })
  return useMemo(
    () => listed.map(({ parameter }, index) => [parameter, names[index] ?? {}] as const),
    [listed, names],
  )
}

/** The distinct texts of a member in an array of objects, over all rows. */
export function memberTexts(
  rows: readonly Row[],
  { field, member }: NonNullable<Property["elementOf"]>,
): readonly string[] {
  const entries = rows.flatMap((row) => (ownValue(row, field) as (Row | null)[] | null) ?? [])
  const texts = entries.flatMap((entry) => {
    const text = entry?.[member]
    return typeof text === "string" && text !== "" ? [text] : []
  })
  return [...new Set(texts)]
}

/**
 * Names for ids that are shown alone, as in their property's choices, so that duplicates stay
 * distinguishable.
 */
export const useChoiceNames = (choices: Choices, nameOf: ReadName): ReadName =>
  useMemo(() => {
    const names = new Map(
      Object.entries(choices).map(([property, known]) => [
        property,
        new Map(known.map(({ id, name }) => [id, name])),
      ]),
    )
    return (id, property = "") => names.get(property)?.get(id) ?? nameOf(id, property)
  }, [choices, nameOf])

/** The languages in the loaded rows or in a filter, by property. */
function useLanguages(
  { operation }: Pick<ReportSetup, "operation">,
  filters: View["filters"],
): Choices {
  const client = useQueryClient()
  const locale = useLocale() as WrittenLocale
  const found = Object.entries(operation.properties).find(([, { elementOf }]) => elementOf)
  const [language = "", { elementOf } = {}] = found ?? []
  if (!elementOf) return {}
  const queryKey = [...queryKeys.resource(operation.record), operation.id]
  const lists = client.getQueriesData<ListPages>({ queryKey })
  const rows = lists.flatMap(([, list]) => list?.pages ?? []).flatMap((page) => page.rows)
  const filtered = filters.flatMap(({ property, value }) =>
    property === language && typeof value === "string" ? [value] : [],
  )
  const codes = [...memberTexts(rows, elementOf), ...filtered]
  const names = Object.fromEntries(codes.map((code) => [code, cultureName(locale, code)]))
  return codes.length > 0 ? { [language]: nameChoices(names, locale) } : {}
}

/**
 * The choices with names of a report's filters: departments, workspace entries, the parents of a
 * whole list's rows once loaded, and languages.
 */
export function useNamedChoices(
  setup: ReportSetup,
  { parameters, filters }: Pick<View, "parameters" | "filters">,
): Choices {
  const locale = useLocale()
  const properties = useMemo(() => namedProperties(setup.operation), [setup.operation])
  const enabled = [...properties.values()].includes("department")
  const departments = useQuery({ ...departmentNamesOptions(), enabled }).data?.names
  const listed = useListedNames(setup)
  const languages = useLanguages(setup, filters)
  const known = useMemo(() => {
    const named = [...properties].map(([property, kind]) => {
      const isDepartment = kind === "department"
      const names = isDepartment ? (departments ?? {}) : workspaceNames(setup, kind, parameters)
      return [property, names] as const
    })
    const choices = [...named, ...parentNames(setup), ...listed].map(
      ([property, names]) => [property, nameChoices(names, locale)] as const,
    )
    return Object.fromEntries(choices.filter(([, names]) => names.length > 0))
  }, [setup, parameters, departments, listed, locale, properties])
  return { ...known, ...languages }
}
