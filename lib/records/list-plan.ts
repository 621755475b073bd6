import {
  effectiveSort,
  type Filter,
  isFollow,
  type ListOperation,
  type ListRequest,
  type PathParameters,
  type SortTerm,
} from "@/lib/catalogue"
import { Parameters } from "../db"
import type { CursorCodec } from "./cursor"
import type { Position } from "./keyset"
import { type Order, readOrder } from "./order"
import type { BoundOrder } from "./shown-order"
import { StoreError } from "./store-error"
import type { RecordTable } from "./tables"

export interface ListPlan {
  readonly filters: readonly Filter[]
  readonly sort: readonly SortTerm[]
  readonly order: Order
  /** Parameters of the statement, including those that the order needs. */
  readonly parameters: Parameters
  readonly limit: number
  readonly offset: number
  /** Where the page starts, or ends if it is read backward. Absent for the first page. */
  readonly start?: { readonly position: Position; readonly backward: boolean }
}

/** Turns a request into a plan. Throws what the codec throws for the cursor. */
export async function planList(
  table: RecordTable,
  operation: ListOperation,
  parameters: PathParameters,
  request: ListRequest,
  codec: CursorCodec,
  shown?: Omit<BoundOrder, "parameters">,
): Promise<ListPlan> {
  const bound = new Parameters()
  const orderOf = (sort: readonly SortTerm[]) =>
    readOrder(table, operation, parameters, sort, shown && { ...shown, parameters: bound })
  const limit = request.limit ?? operation.limit.default
  if (!isFollow(request)) {
    const sort = effectiveSort(operation, request)
    const { filters, offset = 0 } = request
    return { filters, sort, order: orderOf(sort), parameters: bound, limit, offset }
  }
  const { filters, sort, position, backward } = await codec.decrypt(request.cursor)
  const order = orderOf(sort)
  if (position.values.length !== order.length) throw new StoreError("invalid_cursor")
  const start = { position, backward }
  return { filters, sort, order, parameters: bound, limit, offset: 0, start }
}
