import { randomBytes } from "node:crypto"
import { catalogue, findOperation } from "@/lib/catalogue"
import { createCursorCodec } from "@/lib/records/cursor"
import { planList } from "@/lib/records/list-plan"
import { printPageQuery } from "@/lib/records/page-query"
import { requireTable, tablesOf } from "@/lib/records/tables"

/** A statement as it goes to the database, prepared once for each connection. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** The statement with which the service reads the first page of a data set's points. */
export async function printPageStatement(
  dataSetId: string,
  limit: number,
  baseUrl: string,
): Promise<Statement> {
  const operation = findOperation(catalogue, "data-points")
  if (operation?.kind !== "list") throw new Error("There is no list of data points.")
  const parameters = { dataSetId }
  const table = requireTable(tablesOf(catalogue), operation.record)
  const key = randomBytes(32)
  const codec = createCursorCodec(operation, parameters, { key, ttlSeconds: 1, clock: Date.now })
  const plan = await planList(table, operation, parameters, { filters: [], sort: [], limit }, codec)
  const query = { table, operation, parameters, baseUrl, scope: "all" } as const
  const parts = { catalogue, schema: "reporting", ...query }
  return { name: `page of ${limit}`, ...printPageQuery(parts, plan) }
}
