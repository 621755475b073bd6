import { type Catalogue, catalogue, type ListOperation, listOperations } from "@/lib/catalogue"

/** The platform's catalogue whose lists are read in pages of so many records at most. */
export const withSmallPages = (maximum: number): Catalogue => ({
  ...catalogue,
  operations: catalogue.operations.map((operation) =>
    operation.kind === "list" ? { ...operation, limit: { default: maximum, maximum } } : operation,
  ),
})

/** The data points' list. */
export const pointsOf = (from: Catalogue = catalogue): ListOperation => {
  const found = listOperations(from).find(({ id }) => id === "data-points")
  if (!found) throw new Error("There is no such list.")
  return found
}
