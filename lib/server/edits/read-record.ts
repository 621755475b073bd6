import "server-only"
import type { Catalogue, ListOperation, Operation, Row, RowScope } from "../../catalogue"
import type { Ticket, Upstream } from "../../platform"

/** The list that shows a changed record by its id. */
function listOf(from: Catalogue, { record }: Operation): ListOperation {
  const found = from.operations.find(
    (operation): operation is ListOperation =>
      operation.kind === "list" &&
      operation.record === record &&
      operation.properties["id"]?.filter === true &&
      Object.keys(operation.parameters).length === 0,
  )
  if (!found) throw new TypeError(`No list shows "${record}" by id.`)
  return found
}

/** Which record is read for which edit, and who waits for it. */
export interface RecordAsked {
  readonly operation: Operation
  readonly recordId: string
  readonly scope: RowScope
  readonly requestId: string
  readonly ticket: Ticket
}

/** The record of a change as the platform has it now, past every cache; undefined where there is none. Throws `UpstreamError`. */
export async function readRecord(
  { catalogue, upstream }: { catalogue: Catalogue; upstream: Pick<Upstream, "read"> },
  { operation, recordId: id, scope, requestId, ticket }: RecordAsked,
): Promise<Row | undefined> {
  const search = new URLSearchParams({ id })
  const list = listOf(catalogue, operation)
  const { envelope } = await upstream.read({
    operation: list,
    parameters: {},
    scope,
    search,
    following: false,
    requestId,
    ticket,
  })
  return [envelope.data].flat()[0] as Row | undefined
}
