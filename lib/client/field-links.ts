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

/** The link target of an id in a field, if the API can list it. */
export type LinkOf = (field: string, id: string) => string | undefined

/**
 * For a record's fields: the list with the id's row, and the path parameters that it needs;
 * serializable.
 */
export type FieldLinks = Readonly<
  Record<
    string,
    { readonly list: string; readonly record: string; readonly parameters: readonly string[] }
  >
>

/** Kinds with a page that collects related rows, for people who may read about training. */
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

/** The kinds in a record's path, including those that its rows carry. */
const pathOf = (holder: Operation) =>
  (holder.kind === "list" ? holder.within : undefined) ?? holder.parameters

const carriedIds = (holder: Operation) =>
  holder.kind === "list" ? Object.entries(holder.within ?? {}) : []

/** The link targets of ids in an operation's records, among the lists of these domains. */
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

/**
 * Links for records under one path: a department's id opens its page, that of a course or person
 * their collected data, others the row in its list under the same path.
 */
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
