import type { ListOperation } from "./operation"
import { ownValue } from "./own-value"
import { type Problem, problemLimit, quote } from "./problem"

export interface SortTerm {
  readonly property: string
  readonly descending: boolean
}

const isSortable = (operation: ListOperation, property: string) =>
  ownValue(operation.properties, property)?.sort === true

function complaintAbout(operation: ListOperation, earlier: readonly SortTerm[], property: string) {
  if (property === "") return "sort has an empty term; write it as sort=a,-b."
  if (!isSortable(operation, property))
    return `"${quote(property)}" is not a sortable property of this list.`
  if (earlier.some((term) => term.property === property))
    return `"${property}" is named twice in sort.`
  return undefined
}

/** Parses `a,-b`. Every term must be sortable and occur once (decisions "Sorting"). */
export function parseSort(
  operation: ListOperation,
  text: string,
): { sort: SortTerm[]; problems: Problem[] } {
  const problems: Problem[] = []
  const sort: SortTerm[] = []
  for (const term of text.split(",")) {
    if (problems.length === problemLimit) break
    const descending = term.startsWith("-")
    const property = descending ? term.slice(1) : term
    const complaint = complaintAbout(operation, sort, property)
    if (complaint) problems.push({ parameter: "sort", message: complaint })
    else sort.push({ property, descending })
  }
  return { sort, problems }
}

export const printSort = (sort: readonly SortTerm[]): string =>
  sort.map((term) => `${term.descending ? "-" : ""}${term.property}`).join(",")
