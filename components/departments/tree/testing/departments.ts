import type { TreeEntry } from "@/lib/client"

/** Departments by name with their parents. Each name is also the id. */
export const departmentsOf = (parents: Readonly<Record<string, string | null>>): TreeEntry[] =>
  Object.entries(parents).map(([name, parentId]) => ({
    id: name,
    name,
    parentId,
    type: "Store",
    externalId: null,
    city: null,
  }))

/** North has the stores 1, 2 and 10, and store 1 has a team. South has a store. Empty has none. */
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
