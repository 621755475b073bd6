import {
  type Catalogue,
  type Domain,
  type ListOperation,
  listOperations,
  type Operation,
  ownValue,
  type PathParameters,
  referencesOf,
} from "@/lib/catalogue"
import { departmentHref, departmentRecord } from "./departments"

/** The address of what an id in a field stands for, where the API can list it. */
export type LinkOf = (field: string, id: string) => string | undefined

/** For the fields of a record, the list that has the row of an id and the path parameters that it needs; plain data. */
export type FieldLinks = Readonly<
  Record<
    string,
    { readonly list: string; readonly record: string; readonly parameters: readonly string[] }
  >
>

/** What has a page that gathers what lists hold of it, for those who may read about training. */
const gathered: Readonly<Record<string, (id: string) => string>> = {
  course: (id) => `/courses/${id}`,
  user: (id) => `/people/${id}`,
}

function listOf(
  catalogue: Catalogue,
  { holder, target, domains }: { holder: Operation; target: string; domains: ReadonlySet<Domain> },
): ListOperation | undefined {
  return listOperations(catalogue).find(
    (list) =>
      list.record === target &&
      domains.has(list.domain) &&
      list.properties["id"]?.filter === true &&
      Object.keys(list.parameters).every((name) => Object.hasOwn(pathOf(holder), name)),
  )
}

/** What the path of a record names, also where its rows carry it. */
const pathOf = (holder: Operation) =>
  (holder.kind === "list" ? holder.within : undefined) ?? holder.parameters

const carriedIds = (holder: Operation) =>
  holder.kind === "list" ? Object.entries(holder.within ?? {}) : []

/** Where the ids in an operation's records lead, among the lists of these domains. */
export function fieldLinks(
  catalogue: Catalogue,
  holder: Operation,
  domains: ReadonlySet<Domain>,
): FieldLinks {
  return Object.fromEntries(
    [...carriedIds(holder), ...referencesOf(holder.record)].flatMap(([field, target]) => {
      if (Object.hasOwn(gathered, target))
        return domains.has("training")
          ? [[field, { list: "", record: target, parameters: [] }]]
          : []
      const list = listOf(catalogue, { holder, target, domains })
      if (!list) return []
      const { id, record, parameters } = list
      return [[field, { list: id, record, parameters: Object.keys(parameters) }]]
    }),
  )
}

/** Links of the records under one path: a department's id leads to its page, that of a course or a person to what is known of it, another to the row of the list that has it, within the same path. */
export const createLinkOf =
  (links: FieldLinks, path: PathParameters): LinkOf =>
  (field, id) => {
    const link = ownValue(links, field)
    if (!link || link.parameters.some((name) => path[name] === undefined)) return undefined
    if (link.record === departmentRecord) return departmentHref(id)
    const page = ownValue(gathered, link.record)
    if (page) return page(id)
    const named = link.parameters.map((name) => [`path.${name}`, path[name] ?? ""])
    return `/reports/${link.list}?${new URLSearchParams([...named, ["id", id]])}`
  }
