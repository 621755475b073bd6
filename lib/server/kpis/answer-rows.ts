import "server-only"
import { z } from "zod"
import type { SeriesCell, SeriesGroup, SeriesQuery, SeriesRow, SeriesRows } from "../../catalogue"
import { type CellRead, type DisclosedGroup, groupMembers, type PointPosition } from "../../records"
import { BffError } from "../http/problem"
import {
  type DataSetRead,
  groupQueryOf,
  type Prepared,
  prepareSeries,
  type SeriesParts,
} from "./answer-series"

/** How many rows a page holds. */
export const rowsPerPage = 200

const placeSchema = z.union([
  z.strictObject({
    timeStamp: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?$/),
    row: z.string().regex(/^\d{1,18}$/),
  }),
  z.strictObject({ index: z.int().min(0) }),
])
type Place = z.infer<typeof placeSchema>

const printPlace = (place: Place) => Buffer.from(JSON.stringify(place)).toString("base64url")

/** The place that `after` names; throws `invalid_cursor` (400). */
function parsePlace(text: string | null): Place | undefined {
  if (text === null) return undefined
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()))
  } catch {
    throw new BffError("invalid_cursor", {
      errors: [{ parameter: "after", message: "after was not issued for these rows." }],
    })
  }
}

/** What is asked: rows of one cell, or of the whole first range. */
export interface CellRowsRequest {
  readonly question: SeriesQuery
  readonly cell?: SeriesCell
}

/** The rows behind a cell: how many there are, and all of them in pages from a place on. */
export interface CellRows {
  readonly count: number
  /** Where nothing may be told: too few people. */
  readonly isSuppressed: boolean
  readonly least?: number
  page(after: string | null, limit: number): Promise<{ rows: SeriesRow[]; after?: string }>
}

/** The group that a cell is of, by the question's grouping. */
function groupOf({ grouping }: SeriesQuery, cell: SeriesCell | undefined): SeriesGroup | undefined {
  const group = cell?.group
  if (!group) return undefined
  if (grouping === "none")
    throw new BffError("invalid_query", {
      errors: [{ parameter: "cell.group", message: "cell.group needs a grouping." }],
    })
  return group.kind === "other" ? { kind: "other", members: 0 } : { kind: grouping, key: group.key }
}

function stretchOf({ read }: Prepared, cell: SeriesCell | undefined) {
  const [edges = []] = read.ranges
  return cell
    ? { from: Date.parse(cell.from), to: Date.parse(cell.to) }
    : { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 }
}

const iso = (ms: number) => new Date(ms).toISOString()

const toldRow = (band: DisclosedGroup, value: number | null): SeriesRow => ({
  label: band.label,
  timeStamp: null,
  value,
  departmentId: band.departmentId,
  userId: null,
  block: {
    labels: band.labels,
    departments: band.departments,
    from: iso(band.since),
    to: iso(band.until),
  },
})

/** Some of the rows that bands stand for, from an index on: values first, then points without one. */
function expandBands(bands: readonly DisclosedGroup[], start: number, limit: number): SeriesRow[] {
  const rows: SeriesRow[] = []
  let index = 0
  for (const band of bands) {
    for (let at = Math.max(start - index, 0); at < band.points && rows.length < limit; at += 1)
      rows.push(toldRow(band, at < band.valued ? band.mean : null))
    index += band.points
    if (rows.length >= limit) break
  }
  return rows
}

async function toldRows(
  { smallGroups }: SeriesParts,
  prepared: Prepared & Required<Pick<Prepared, "rule">>,
  cell: { from: number; to: number; group?: SeriesGroup },
): Promise<CellRows> {
  const query = groupQueryOf(prepared)
  const { isReady, least = prepared.rule.least } = prepared
  const bands = isReady ? await smallGroups.readCell(query, cell, prepared.rule) : []
  const count = bands.reduce((sum, { points }) => sum + points, 0)
  return {
    count,
    isSuppressed: count === 0,
    least,
    async page(after, limit) {
      const place = parsePlace(after)
      const start = place && "index" in place ? place.index : 0
      const rows = expandBands(bands, start, limit)
      const end = start + rows.length
      return { rows, ...(end < count && { after: printPlace({ index: end }) }) }
    },
  }
}

async function storedRows(
  { series }: SeriesParts,
  { read }: Prepared,
  { from, to, group }: { from: number; to: number; group?: SeriesGroup },
): Promise<CellRows> {
  const groups =
    group?.kind === "other" ? (await series.read({ ...read, measure: "count" })).groups : []
  const isNobody = group?.kind === "other" && !groups.some(({ kind }) => kind === "other")
  const members = group && !isNobody ? groupMembers(group, groups, read.places) : undefined
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
  const count = isNobody ? 0 : await series.countPoints(cell)
  return {
    count,
    isSuppressed: false,
    async page(after, limit) {
      const place = parsePlace(after)
      const behind: PointPosition | undefined = place && "row" in place ? place : undefined
      if (count === 0) return { rows: [] }
      const page = await series.readPoints(cell, { limit, ...(behind && { after: behind }) })
      return {
        rows: page.points.map((point) => ({ ...point })),
        ...(page.after && { after: printPlace({ ...page.after }) }),
      }
    },
  }
}

/** Finds the rows behind a cell of an answer; throws `BffError`. */
export async function findCellRows(
  parts: SeriesParts,
  dataSet: DataSetRead,
  { question, cell }: CellRowsRequest,
): Promise<CellRows> {
  const prepared = await prepareSeries(parts, dataSet, question)
  const group = groupOf(question, cell)
  const requested = { ...stretchOf(prepared, cell), ...(group && { group }) }
  const { rule } = prepared
  return rule
    ? toldRows(parts, { ...prepared, rule }, requested)
    : storedRows(parts, prepared, requested)
}

/** True where a page has come to speak of a person since its data set was looked at. */
const speaksOfPersons = (rows: readonly SeriesRow[]) => rows.some(({ userId }) => userId !== null)

/** Refuses to tell persons that have come meanwhile. */
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
    ...(found.least !== undefined && { least: found.least }),
  }
}
