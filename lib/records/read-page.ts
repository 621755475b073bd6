import type { ListRequest } from "@/lib/catalogue"
import type { ByteStatement, DatabaseSession, RawRow } from "../db"
import { columnTypes } from "./column-types"
import {
  type FoundContainerRow,
  type FoundContainers,
  findContainers,
  findInPath,
  printContainerQuery,
  readFoundContainer,
} from "./containers"
import type { CursorCodec } from "./cursor"
import { flip, type Position } from "./keyset"
import { type ListPlan, planList } from "./list-plan"
import { createPageBuffer, type PageBuffer, type RecordSize } from "./page-buffer"
import { type PageQueryParts, printEarlierQuery, printPageQuery } from "./page-query"
import { StoreError } from "./store-error"

/** One page of a list: `data` is a JSON array of `count` records in UTF-8; a cursor is there where the list goes on that way. */
export interface ListedPage {
  readonly data: Buffer<ArrayBuffer>
  readonly count: number
  readonly limit: number
  readonly nextCursor?: string
  readonly previousCursor?: string
}

/** Throws where what a path names refuses the list; `fault` is what is wrong with the cursor, which is told of after what is switched off and before what is missing. */
export type AcceptContainers = (found: FoundContainers, fault?: StoreError) => void

interface PageReading extends PageQueryParts {
  readonly session: DatabaseSession
  readonly codec: CursorCodec
  readonly accept?: AcceptContainers | undefined
  readonly signal?: AbortSignal | undefined
  readonly size: RecordSize
  /** Called where rows were found that have no document. */
  readonly onUndocumented: () => void
}

/** What one round trip has brought. */
interface Trip {
  readonly page: PageBuffer
  readonly containers: FoundContainerRow[]
  hasEarlier: boolean
}

type Read = (row: RawRow, trip: Trip) => void

const readBoolean = ({ bytes, starts }: RawRow) => bytes[starts[0] ?? 0] === 1

/** Sends the page's statements together, so that they cost one round trip. */
async function makeTrip(
  { session, signal, ...reading }: PageReading,
  plan: ListPlan,
  { rows, containers }: { rows: ByteStatement; containers: ByteStatement | undefined },
): Promise<Trip> {
  const earlier = printEarlierQuery(reading, plan)
  const steps: { statement: ByteStatement; read: Read }[] = [
    { statement: rows, read: (row, { page }) => page.add(row) },
  ]
  if (containers)
    steps.push({
      statement: containers,
      read: (row, trip) => void trip.containers.push(readFoundContainer(row)),
    })
  if (earlier)
    steps.push({
      statement: earlier,
      read: (row, trip) => {
        trip.hasEarlier = readBoolean(row)
      },
    })
  const kinds = plan.order.map(({ column }) => columnTypes[column.kind])
  const backward = plan.start?.backward ?? false
  const page = createPageBuffer({ limit: plan.limit, kinds, backward, size: reading.size })
  const trip: Trip = { page, containers: [], hasEarlier: false }
  const statements = steps.map(({ statement }) => statement)
  await session.readRows(statements, (row, index) => steps[index]?.read(row, trip), signal)
  return trip
}

function requireStatement(statement: ByteStatement | undefined): ByteStatement {
  if (!statement) throw new TypeError("Every record can be computed from its columns.")
  return statement
}

const at = (values: readonly (string | null)[] | undefined): Position | undefined =>
  values && { values, inclusive: false }

/** Where the list goes on at both ends of a page, in the direction in which it was read. Where the page is empty, what lies before it ends at the position from which it was read. */
function edgesOf({ limit, start }: ListPlan, { page, hasEarlier }: Trip) {
  return {
    ahead: page.found > limit ? at(page.last) : undefined,
    before: hasEarlier ? (at(page.first) ?? (start && flip(start.position))) : undefined,
  }
}

/** A cursor that is refused is told of by what the path names, where it has to say more. */
async function refusePlan(reading: PageReading, fault: unknown): Promise<never> {
  const { operation, parameters, accept } = reading
  if (accept && fault instanceof StoreError)
    accept(await findContainers(reading, operation, parameters), fault)
  throw fault
}

async function makePlan(reading: PageReading, request: ListRequest): Promise<ListPlan> {
  const { table, operation, parameters, codec } = reading
  return planList(table, operation, parameters, request, codec).catch((error: unknown) =>
    refusePlan(reading, error),
  )
}

/**
 * Reads one page in one round trip, as the bytes in which its records are stored, and encrypts its cursors.
 * Where rows have no document yet, or the operation sends another form, the database makes the records of their columns.
 */
export async function readRecordPage(
  reading: PageReading,
  request: ListRequest,
): Promise<ListedPage> {
  const { catalogue, schema, operation, parameters, codec, accept, onUndocumented } = reading
  const plan = await makePlan(reading, request)
  const containers = accept && printContainerQuery(schema, operation, parameters)
  const compute = () => requireStatement(printPageQuery(reading, plan, "computed"))
  const stored = printPageQuery(reading, plan, "stored")
  let trip = await makeTrip(reading, plan, { rows: stored ?? compute(), containers })
  accept?.(findInPath(catalogue, operation, parameters, trip.containers))
  if (trip.page.isIncomplete) {
    onUndocumented()
    trip = await makeTrip(reading, plan, { rows: compute(), containers: undefined })
  }
  const { filters, sort, limit } = plan
  const backward = plan.start?.backward ?? false
  const { ahead, before } = edgesOf(plan, trip)
  const cursorAt = async (position: Position | undefined, isBackward: boolean) =>
    position && (await codec.encrypt({ filters, sort, position, backward: isBackward }))
  const [forth, back] = [await cursorAt(ahead, backward), await cursorAt(before, !backward)]
  const [nextCursor, previousCursor] = backward ? [back, forth] : [forth, back]
  return {
    data: trip.page.join(),
    count: Math.min(trip.page.found, limit),
    limit,
    ...(nextCursor && { nextCursor }),
    ...(previousCursor && { previousCursor }),
  }
}
