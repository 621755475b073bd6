import "server-only"
import { z } from "zod"
import {
  type Catalogue,
  type ExportColumn,
  exportColumns,
  findOperation,
  isFollow,
  isTimeZone,
  type ListOperation,
  type ListQuery,
  type PathParameters,
  type Problem,
  parseListQuery,
  parsePathParameters,
  parseSearch,
} from "../../catalogue"
import { BffError } from "../problem"

const texts = z.array(z.string().max(200)).min(1).max(200)

/** What a person asks for; the query is a list's, without cursor, and its `limit` means nothing here. */
export const orderSchema = z.strictObject({
  operation: z.string().max(100),
  parameters: z.record(z.string().max(100), z.string().max(100)).default({}),
  query: z.string().max(8000).default(""),
  /** Ids of `exportColumns`, in order; all where there are none. */
  columns: texts.optional(),
  /** The columns' heads in the person's language; their ids where there are none. */
  labels: texts.optional(),
  format: z.enum(["csv", "xlsx"]),
  bom: z.boolean().default(false),
  separator: z.enum([",", ";"]).default(","),
  /** The IANA time zone in which a workbook's dates are written, UTC where it is not said. */
  timeZone: z.string().max(64).refine(isTimeZone).optional(),
  /** What the head of a workbook's column of names ends with, in the person's language. */
  nameHead: z.string().min(1).max(100).optional(),
  /** How many rows there are, where the person's page knows. */
  expectedRows: z.int().min(0).optional(),
})

export type ExportOrder = z.output<typeof orderSchema>

/** An order as it is kept: whether whoever gave it may be told single points of persons. */
export interface KeptOrder extends ExportOrder {
  readonly tellsPersons?: boolean
}

/** An order beside what the catalogue makes of it. */
export interface ReadOrder {
  readonly order: KeptOrder
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly query: ListQuery
  readonly columns: readonly ExportColumn[]
  readonly headers: readonly string[]
}

const refuse = (errors: readonly Problem[]): never => {
  throw new BffError("invalid_body", { errors })
}

const complain = (parameter: string, message: string) => refuse([{ parameter, message }])

function requireQuery(operation: ListOperation, text: string): ListQuery {
  const search = parseSearch(text)
  if (!search.ok) return refuse(search.problems)
  const parsed = parseListQuery(operation, search.search)
  if (!parsed.ok) return refuse(parsed.problems)
  if (isFollow(parsed.query)) return complain("query", "An export begins with the first page.")
  return { ...parsed.query, limit: operation.limit.maximum }
}

function requireColumns(all: readonly ExportColumn[], ids: readonly string[] | undefined) {
  if (!ids) return all
  if (new Set(ids).size < ids.length) return complain("columns", "A column is named twice.")
  return ids.map(
    (id) =>
      all.find((column) => column.id === id) ?? complain("columns", `There is no column ${id}.`),
  )
}

/** What an order means; throws `invalid_body` (400) naming what is wrong. */
export function readOrder(catalogue: Catalogue, order: KeptOrder): ReadOrder {
  const operation = findOperation(catalogue, order.operation)
  if (operation?.kind !== "list") return complain("operation", "There is no such list.")
  const parsed = parsePathParameters(operation, order.parameters)
  if (!parsed.ok) return refuse(parsed.problems)
  const query = requireQuery(operation, order.query)
  const columns = requireColumns(exportColumns(catalogue, operation), order.columns)
  const headers = order.labels ?? columns.map(({ id }) => id)
  if (headers.length !== columns.length)
    return complain("labels", "There has to be a label for each column.")
  return { order, operation, parameters: parsed.parameters, query, columns, headers }
}

/** The order of a job, which was checked when it was given. */
export const orderOf = (catalogue: Catalogue, orderText: string): ReadOrder =>
  readOrder(catalogue, JSON.parse(orderText) as KeptOrder)
