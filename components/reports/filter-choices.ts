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

/** Names for the ids that properties may hold, by property. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

/** The properties that a report can be filtered by and that hold ids, each with the kind of thing that they stand for. */
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

/** The workspace's names of a kind by id, of those within what a report's path names. */
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

/** The names of entries of a kind at any depth, by id. */
const namesOfKind = (entries: readonly WorkspaceEntry[], kind: string): Record<string, string> =>
  Object.fromEntries(distinctNames(heldEntries(entries).filter(({ entry }) => entry.kind === kind)))

/** Names by id as choices in the order of a language; those that share a name are distinguished by their ids. */
export function nameChoices(names: Readonly<Record<string, string>>, locale: string): Choice[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sorted = Object.entries(names).toSorted(([, one], [, other]) => compare(one, other))
  return sorted.map(([id, name], index) => {
    const isShared = [index - 1, index + 1].some((beside) => sorted[beside]?.[1] === name)
    return { id, name: isShared ? `${name} (${shortenId(id)})` : name }
  })
}

/** What the rows of a whole list lie in, by the property that holds its id, as far as the workspace names it. */
export const parentNames = ({ within, workspace }: Pick<ReportSetup, "within" | "workspace">) =>
  within.map(({ parameter, kind }) => [parameter, namesOfKind(workspace.entries, kind)] as const)

/** What has no name is called by its id among choices, and has none here. */
const namesOf = (results: readonly { readonly data?: readonly Choice[] | undefined }[]) =>
  results.map(({ data = [] }) =>
    Object.fromEntries(data.flatMap(({ id, name }) => (name === id ? [] : [[id, name]]))),
  )

/** The names of what the platform itself lists of that in which a whole list's rows lie, by property. */
export function useListedNames({ within }: Pick<ReportSetup, "within">) {
  const listed = useMemo(() => within.filter(({ listedBy }) => listedBy !== undefined), [within])
  const names = useQueries({ queries: listed.map(listedChoicesOptions), combine: namesOf })
  return useMemo(
    () => listed.map(({ parameter }, index) => [parameter, names[index] ?? {}] as const),
    [listed, names],
  )
}

/** The texts that a member has in the objects of an array of each row, each once. */
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

/** What ids are called where a name stands by itself: as among the choices of their property, so that two of one name are told apart. */
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

/** The languages, by the property that speaks of them, that occur in the rows that are here or in a filter. */
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

/** What the filters of a report can choose by name: departments, what the workspace names, what a whole list's rows lie in, once their names are known, and languages. */
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
