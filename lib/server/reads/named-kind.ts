import { type Catalogue, type ListOperation, ownValue, referencesOf } from "../../catalogue"

/** The kinds of ids whose names the dashboard may know. */
export type NamedKind = "department" | "user" | "workspace" | "highscore"

/** The kind of ids in a list's field, if the dashboard may know their names. */
export function namedKind(
  { containers }: Pick<Catalogue, "containers">,
  operation: ListOperation,
  field: string,
): NamedKind | undefined {
  const target = referencesOf(operation.record).get(field)
  if (target === "department" || target === "user") return target
  const holder = ownValue(operation.within ?? {}, field)
  if (holder !== undefined) return holder === "highscore" ? holder : "workspace"
  const isKind = target !== undefined && ownValue(containers, target)?.workspace !== undefined
  return isKind || (field === "id" && operation.namedById) ? "workspace" : undefined
}
