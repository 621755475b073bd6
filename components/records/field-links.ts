import {
  type Catalogue,
  type Domain,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
} from "@/lib/catalogue"

/** The address of what an id in a field stands for, where the API can list it. */
export type LinkOf = (field: string, id: string) => string | undefined

/** Which record the ids in a field stand for, by the record that holds them; `*` for any. */
const targets: { readonly [holder: string]: { readonly [field: string]: string } } = {
  "*": { departmentId: "department", departments: "department", Department: "department" },
  department: { parentId: "department" },
  calendarEvent: { categoryId: "calendarCategory" },
}

function listOf(
  catalogue: Catalogue,
  target: string,
  parameters: PathParameters,
  domains: ReadonlySet<Domain>,
): ListOperation | undefined {
  return listOperations(catalogue).find(
    (list) =>
      list.record === target &&
      domains.has(list.domain) &&
      list.properties["id"]?.filter === true &&
      Object.keys(list.parameters).every((name) => parameters[name] !== undefined),
  )
}

/** Links of one record page: an id leads to the row of the list that has it, within the same path. */
export function createLinkOf(
  catalogue: Catalogue,
  holder: Operation,
  parameters: PathParameters,
  domains: ReadonlySet<Domain>,
): LinkOf {
  return (field, id) => {
    const target = targets[holder.record]?.[field] ?? targets["*"]?.[field]
    if (target === undefined) return undefined
    const list = listOf(catalogue, target, parameters, domains)
    if (!list) return undefined
    const path = Object.keys(list.parameters).map((name) => [
      `path.${name}`,
      parameters[name] ?? "",
    ])
    return `/reports/${list.id}?${new URLSearchParams([...path, ["id", id]])}`
  }
}
