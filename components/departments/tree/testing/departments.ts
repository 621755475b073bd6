import type { TreeEntry } from "@/lib/client"

/** Departments of these names under these parents; a name is its own id. */
export const departmentsOf = (parents: Readonly<Record<string, string | null>>): TreeEntry[] =>
  Object.entries(parents).map(([name, parentId]) => ({
    id: name,
    name,
    parentId,
    type: "Store",
    externalId: null,
    city: null,
  }))

/** North with its stores 1, 2 and 10, of which 1 has a team; South with a store; a company without any. */
export const company = departmentsOf({
  South: null,
  North: null,
  Empty: null,
  "Store 10": "North",
  "Store 2": "North",
  "Store 1": "North",
  Team: "Store 1",
  "Store S": "South",
})
