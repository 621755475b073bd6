import "server-only"
import {
  type Catalogue,
  columnsOf,
  type ExportColumn,
  exportColumns,
  type FieldColumn,
  fieldsOf,
  findList,
  isFollow,
  type ListOperation,
  type ListQuery,
  type PathParameters,
  type Problem,
  parseListQuery,
  parsePathParameters,
  parseSearch,
  type RowScope,
  rowScopeSchema,
} from "../../catalogue"
import type { ExportOrder } from "../../contract"
import { BffError } from "../http/problem"

/**
 * A stored order: whose rows it exports, and whether the person may see single data points of
 * people, and everybody's name.
 */
export interface SavedOrder extends ExportOrder {
  readonly scope: RowScope
  readonly tellsPersons?: boolean
  readonly seesAllNames?: boolean
}

/** An order resolved against the catalogue. */
export interface ReadOrder {
  readonly order: SavedOrder
  readonly operation: ListOperation
  readonly parameters: PathParameters
  readonly query: ListQuery
  readonly columns: readonly ExportColumn[]
  readonly headers: readonly string[]
  /** The columns as shown on the page, if the file mirrors the page. */
  readonly shown?: readonly FieldColumn[]
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

function requireColumns<Column>(
  all: ReadonlyMap<string, Column>,
  ids: readonly string[] | undefined,
): readonly Column[] {
  if (!ids) return [...all.values()]
  if (new Set(ids).size < ids.length) return complain("columns", "A column is named twice.")
  return ids.map((id) => all.get(id) ?? complain("columns", `There is no column ${id}.`))
}

/** The columns of a file, and which of them mirror the page. */
function readColumns(catalogue: Catalogue, operation: ListOperation, order: SavedOrder) {
  if (!order.shown) {
    const all = exportColumns(catalogue, operation).map((each) => [each.id, each] as const)
    return { columns: requireColumns(new Map(all), order.columns) }
  }
  const all = columnsOf(operation, fieldsOf(catalogue, operation))
  const known = new Map(all.map((each) => [each.name, each]))
  const shown = requireColumns(known, order.columns)
  return { shown, columns: shown.map(({ name, names }) => ({ id: name, path: [names] })) }
}

/** Parses an order; throws `invalid_body` (400) with every problem. */
export function readExportOrder(catalogue: Catalogue, order: SavedOrder): ReadOrder {
  const operation = findList(catalogue, order.operation)
  if (!operation) return complain("operation", "There is no such list.")
  const parsed = parsePathParameters(operation, order.parameters)
  if (!parsed.ok) return refuse(parsed.problems)
  const query = requireQuery(operation, order.query)
  const { columns, ...page } = readColumns(catalogue, operation, order)
  const headers = order.labels ?? columns.map(({ id }) => id)
  if (headers.length !== columns.length)
    return complain("labels", "There has to be a label for each column.")
  return { order, operation, parameters: parsed.parameters, query, columns, headers, ...page }
}

/** Orders from versions without scopes export everybody's rows. */
const savedScopeSchema = rowScopeSchema.default("all")

/**
 * The order of a job, which was validated on creation; throws `invalid_body` (400) if this version
 * does not know its scope of rows.
 */
export function exportOrderOf(catalogue: Catalogue, orderText: string): ReadOrder {
  const saved = JSON.parse(orderText) as SavedOrder
  const scope = savedScopeSchema.safeParse(saved.scope)
  if (!scope.success) return complain("scope", "There is no such scope of rows.")
  return readExportOrder(catalogue, { ...saved, scope: scope.data })
}
