import { type Catalogue, CatalogueError, findOperation } from "@/lib/catalogue"
import { quoteText } from "../db"
import type { Table } from "./tables"

/**
 * An expression for the URL of a record's own by-id operation, its path filled from the record's scope
 * and id; `baseUrl` is the SQL place of the URL that paths are appended to.
 */
export function printLink(
  catalogue: Catalogue,
  table: Table,
  operationId: string,
  baseUrl: string,
): string {
  const target = findOperation(catalogue, operationId)
  if (target?.kind !== "single")
    throw new CatalogueError(`A field links to "${operationId}", which is no by-id operation.`)
  const parts = target.path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return quoteText(part)
    const scope = table.scope.find(
      ({ source }) => source.from === "scope" && source.parameter === part,
    )
    return `${(scope ?? table.key).sql}::text`
  })
  return [`${baseUrl}::text`, quoteText(`/${target.version}`), ...parts].join(" || ")
}
