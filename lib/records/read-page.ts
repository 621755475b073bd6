import type { ListRequest } from "@/lib/catalogue"
import type { DatabaseSession, QueryResultRow } from "../db"
import { type FoundContainers, findContainers, findInPath } from "./containers"
import type { CursorCodec } from "./cursor"
import { flip, type Position } from "./keyset"
import { type ListPlan, planList } from "./list-plan"
import { type PageQueryParts, type PageRow, printPageQuery } from "./page-query"
import type { ShownOrder } from "./shown-order"
import { StoreError } from "./store-error"

/**
 * One page of a list. `data` is the JSON text of an array of `count` records. A cursor is present
 * if the list continues in its direction.
 */
export interface ListedPage {
  readonly data: string
  readonly count: number
  readonly limit: number
  readonly nextCursor?: string
  readonly previousCursor?: string
}

/**
 * Throws if what the path names rules out the list. `fault` is the cursor's error, reported after
 * disabled features and before missing containers.
 */
export type AcceptContainers = (found: FoundContainers, fault?: StoreError) => void

interface PageReading extends PageQueryParts {
  readonly session: DatabaseSession
  readonly codec: CursorCodec
  readonly accept?: AcceptContainers | undefined
  /** The order shown to people, instead of the platform's. */
  readonly shown?: ShownOrder | undefined
  readonly collationOf: (language: string) => Promise<string | undefined>
  readonly signal?: AbortSignal | undefined
}

const at = (values: readonly (string | null)[] | null): Position | undefined =>
  values ? { values, inclusive: false } : undefined

/**
 * The positions at both ends of a page, in the direction in which it was read. Before an empty
 * page, the list ends at the position it was read from.
 */
function edgesOf({ limit, start }: ListPlan, { found, first, last, hasEarlier }: PageRow) {
  return {
    ahead: found > limit ? at(last) : undefined,
    before: hasEarlier ? (at(first) ?? (start && flip(start.position))) : undefined,
  }
}

/** Reports what the path names before a refused cursor, if the path is at fault too. */
async function refusePlan(reading: PageReading, fault: unknown): Promise<never> {
  const { operation, parameters, accept } = reading
  if (accept && fault instanceof StoreError)
    accept(await findContainers(reading, operation, parameters), fault)
  throw fault
}

async function makePlan(reading: PageReading, request: ListRequest): Promise<ListPlan> {
  const { table, operation, parameters, codec, shown, collationOf } = reading
  const order = shown && { ...shown, collation: await collationOf(shown.language) }
  return planList(table, operation, parameters, request, codec, order).catch((error: unknown) =>
    refusePlan(reading, error),
  )
}

/** Reads one page in one round trip and encrypts its cursors. */
export async function readRecordPage(
  reading: PageReading,
  request: ListRequest,
): Promise<ListedPage> {
  const { catalogue, operation, parameters, session, codec, accept, signal } = reading
  const plan = await makePlan(reading, request)
  const { text, values, prepare } = printPageQuery(reading, plan)
  const [page] = await session.query<PageRow & QueryResultRow>(text, values, { prepare, signal })
  if (!page) throw new TypeError("An aggregate always answers one row.")
  accept?.(findInPath(catalogue, operation, parameters, page.containers))
  const { filters, sort, limit } = plan
  const backward = plan.start?.backward ?? false
  const { ahead, before } = edgesOf(plan, page)
  const cursorAt = async (position: Position | undefined, isBackward: boolean) =>
    position && (await codec.encrypt({ filters, sort, position, backward: isBackward }))
  const [forth, back] = [await cursorAt(ahead, backward), await cursorAt(before, !backward)]
  const [nextCursor, previousCursor] = backward ? [back, forth] : [forth, back]
  return {
    data: page.data,
    count: Math.min(page.found, limit),
    limit,
    ...(nextCursor && { nextCursor }),
    ...(previousCursor && { previousCursor }),
  }
}
