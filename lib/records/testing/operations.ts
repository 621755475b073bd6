import {
  type Catalogue,
  catalogue,
  findOperation,
  type ListOperation,
  type SingleOperation,
} from "@/lib/catalogue"

/** The list operation with that id; throws if there is none. */
export function listOperation(id: string, from: Catalogue = catalogue): ListOperation {
  const operation = findOperation(from, id)
  if (operation?.kind !== "list") throw new Error(`There is no list operation "${id}".`)
  return operation
}

/** The by-id operation with that id; throws if there is none. */
export function singleOperation(id: string, from: Catalogue = catalogue): SingleOperation {
  const operation = findOperation(from, id)
  if (operation?.kind !== "single") throw new Error(`There is no by-id operation "${id}".`)
  return operation
}
