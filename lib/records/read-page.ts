import type { ListRequest } from "@/lib/catalogue"
import type { DatabaseSession } from "../db"
import type { CursorCodec } from "./cursor"
import { flip, type Position } from "./keyset"
import { type ListPlan, planList } from "./list-plan"
import { type PageQueryParts, type PageRow, printPageQuery } from "./page-query"

/** One page of a list: `json` is the text of an array of `count` records; a cursor is there where the list goes on that way. */
export interface ListedPage {
  readonly json: string
  readonly count: number
  readonly limit: number
  readonly nextCursor?: string
  readonly previousCursor?: string
}

/** Where the list goes on at both ends of a page, in the direction in which it was read. */
interface Edges {
  readonly ahead?: Position
  readonly before?: Position
}

const at = (values: readonly (string | null)[] | undefined): Position | undefined =>
  values && { values, inclusive: false }

/** Where the page is empty, what lies behind it ends at the position from which it was read. */
function edgesOf({ limit, start }: ListPlan, { found, edges, behind }: PageRow): Edges {
  const ahead = found > limit ? at(edges?.at(-1)) : undefined
  const origin = start && flip(start.position)
  const back = behind ? (at(edges?.[0]) ?? origin) : undefined
  return { ...(ahead && { ahead }), ...(back && { before: back }) }
}

/** Reads one page in one statement, so that it is of one moment, and encrypts its cursors. */
export async function readRecordPage(
  session: DatabaseSession,
  codec: CursorCodec,
  parts: PageQueryParts,
  request: ListRequest,
): Promise<ListedPage> {
  const { table, operation, parameters } = parts
  const plan = await planList(table, operation, parameters, request, codec)
  const query = printPageQuery(parts, plan)
  // A filter's best plan hangs on its value; without one every page is a range of the order's index.
  const prepare = plan.filters.length === 0
  const [row] = await session.query<PageRow>(query.text, query.values, { prepare })
  if (!row) throw new Error("A page query answers with one row.")
  const edges = edgesOf(plan, row)
  const { filters, sort, limit } = plan
  const backward = plan.start?.backward ?? false
  const cursorAt = async (position: Position | undefined, isBackward: boolean) =>
    position && (await codec.encrypt({ filters, sort, position, backward: isBackward }))
  const [ahead, behind] = await Promise.all([
    cursorAt(edges.ahead, backward),
    cursorAt(edges.before, !backward),
  ])
  const [nextCursor, previousCursor] = backward ? [behind, ahead] : [ahead, behind]
  return {
    json: row.json,
    count: Math.min(row.found, limit),
    limit,
    ...(nextCursor && { nextCursor }),
    ...(previousCursor && { previousCursor }),
  }
}
