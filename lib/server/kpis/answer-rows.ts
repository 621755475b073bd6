import "server-only"
import { z } from "zod"
import {
  type DayRange,
  dayAt,
  type SeriesCell,
  type SeriesGroup,
  type SeriesQuery,
  type SeriesRow,
  type SeriesRows,
} from "../../catalogue"
import { type CellRead, type DisclosedGroup, groupMembers, type PointPosition } from "../../records"
import { BffError } from "../http/problem"
import {
  type DataSetRead,
  groupQueryOf,
  isLost,
  type Prepared,
  prepareSeries,
  type SeriesParts,
} from "./prepare-series"
import { readToDate } from "./to-date"

export const rowsPerPage = 200

const positionSchema = z.union([
  z.strictObject({
    timeStamp: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?$/),
    row: z.string().regex(/^\d{1,18}$/),
  }),
  z.strictObject({ index: z.int().min(0) }),
])
type RowsPosition = z.infer<typeof positionSchema>

const printPosition = (position: RowsPosition) =>
  Buffer.from(JSON.stringify(position)).toString("base64url")

/** Parses the position in `after`; throws `invalid_cursor` (400). */
function parsePosition(text: string | null): RowsPosition | undefined {
  if (text === null) return undefined
  try {
    return positionSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()))
  } catch {
    throw new BffError("invalid_cursor", {
      errors: [{ parameter: "after", message: "after was not issued for these rows." }],
    })
  }
}

/** A request for the rows of one cell, or of the whole first range. */
export interface CellRowsRequest {
  readonly query: SeriesQuery
  readonly cell?: SeriesCell
}

/** The rows behind a cell: their number, and pages of them from a position on. */
export interface CellRows {
  readonly count: number
  /** The number of rows to report, which may be groups of people. */
  readonly rowCount: number
  /** Their local days. */
  readonly days: DayRange
  /** True if nothing may be disclosed, because of too few people. */
  readonly isSuppressed: boolean
  readonly minPeople?: number
  page(after: string | null, limit: number): Promise<{ rows: SeriesRow[]; after?: string }>
}

/** The group of a cell, by the question's grouping. */
function groupOf({ grouping }: SeriesQuery, cell: SeriesCell | undefined): SeriesGroup | undefined {
  const group = cell?.group
  if (!group) return undefined
  if (grouping === "none")
    throw new BffError("invalid_query", {
      errors: [{ parameter: "cell.group", message: "cell.group needs a grouping." }],
    })
  return group.kind === "other" ? { kind: "other", members: 0 } : { kind: grouping, key: group.key }
}

function intervalOf({ read }: Prepared, cell: SeriesCell | undefined) {
  const [edges = []] = read.ranges
  return cell
    ? { from: Date.parse(cell.from), to: Date.parse(cell.to) }
    : { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 }
}

const iso = (ms: number) => new Date(ms).toISOString()

const disclosedRow = (group: DisclosedGroup): SeriesRow => ({
  label: group.label,
  timeStamp: null,
  value: group.valued > 0 ? group.mean : null,
  departmentId: group.departmentId,
  userId: null,
  block: {
    points: group.points,
    valued: group.valued,
    labels: group.labels,
    departments: group.departments,
    from: iso(group.since),
    to: iso(group.until),
  },
})

async function disclosedRows(
  { smallGroups }: SeriesParts,
  prepared: Prepared & Required<Pick<Prepared, "rule">>,
  cell: { from: number; to: number; group?: SeriesGroup },
): Promise<Omit<CellRows, "days">> {
  const query = groupQueryOf(prepared)
  const { isReady, minPeople = prepared.rule.minPeople } = prepared
  const groups = isReady ? await smallGroups.readCell(query, cell, prepared.rule) : []
  const count = groups.reduce((sum, { points }) => sum + points, 0)
  return {
    count,
    rowCount: groups.length,
    isSuppressed: count === 0,
    minPeople,
    async page(after, limit) {
      const position = parsePosition(after)
      const start = position && "index" in position ? position.index : 0
      const end = start + limit
      const rows = groups.slice(start, end).map(disclosedRow)
      return { rows, ...(end < groups.length && { after: printPosition({ index: end }) }) }
    },
  }
}

async function storedRows(
  parts: SeriesParts,
  prepared: Prepared,
  { from, to, group }: { from: number; to: number; group?: SeriesGroup },
): Promise<Omit<CellRows, "days">> {
  const { series } = parts
  const { read, isCopied } = prepared
  const groups =
    isCopied && group?.kind === "other" ? (await series.read(readToDate(prepared))).groups : []
  const isNobody = group?.kind === "other" && !groups.some(({ kind }) => kind === "other")
  const members = group && !isNobody ? groupMembers(group, groups, read.atLevel) : undefined
  const { dataSetId, scope, filters, departments } = read
  const cell: CellRead = {
    dataSetId,
    scope,
    filters,
    from,
    to,
    ...(departments && { departments }),
    ...(members && { members }),
  }
  const count = isNobody || !isCopied ? 0 : await series.countPoints(cell)
  return {
    count,
    rowCount: count,
    isSuppressed: false,
    async page(after, limit) {
      const position = parsePosition(after)
      const start: PointPosition | undefined = position && "row" in position ? position : undefined
      if (count === 0) return { rows: [] }
      const page = await series.readPoints(cell, { limit, ...(start && { after: start }) })
      if (await isLost(parts, prepared))
        throw new BffError("shared_state_unavailable", { retryAfter: 5 })
      return {
        rows: page.points.map((point) => ({ ...point })),
        ...(page.after && { after: printPosition({ ...page.after }) }),
      }
    },
  }
}

/** Finds the rows behind a cell of an answer; throws `BffError`. */
export async function findCellRows(
  parts: SeriesParts,
  dataSet: DataSetRead,
  { query, cell }: CellRowsRequest,
): Promise<CellRows> {
  const prepared = await prepareSeries(parts, dataSet, query)
  const group = groupOf(query, cell)
  const requested = { ...intervalOf(prepared, cell), ...(group && { group }) }
  const { rule } = prepared
  const days = {
    from: dayAt(requested.from, query.zone),
    to: dayAt(requested.to - 1, query.zone),
  }
  const found = rule
    ? disclosedRows(parts, { ...prepared, rule }, requested)
    : storedRows(parts, prepared, requested)
  return { ...(await found), days }
}

/** True if a page identifies people although its data set had none when it was checked. */
const speaksOfPersons = (rows: readonly SeriesRow[]) => rows.some(({ userId }) => userId !== null)

/** Refuses to disclose people that have appeared in the meantime. */
export async function requireTellable(
  { setting, smallGroups }: SeriesParts,
  dataSetId: string,
  rows: readonly SeriesRow[],
): Promise<void> {
  if (!speaksOfPersons(rows) || (await setting.read()) <= 1) return
  await smallGroups.notePersonal(dataSetId)
  throw new BffError("small_groups")
}

/** One page of the rows behind a cell; throws `BffError`. */
export async function answerRows(
  parts: SeriesParts,
  dataSet: DataSetRead,
  requested: CellRowsRequest,
  after: string | null,
): Promise<SeriesRows> {
  const found = await findCellRows(parts, dataSet, requested)
  const page = await found.page(after, rowsPerPage)
  await requireTellable(parts, dataSet.dataSetId, page.rows)
  return {
    count: found.isSuppressed ? null : found.count,
    ...page,
    ...(found.minPeople !== undefined && { least: found.minPeople }),
  }
}
