import type { DepartmentsAtLevel, SeriesGroup } from "@/lib/catalogue"
import { type DatabaseSession, Parameters } from "../../db"
import { columnTypes } from "../column-types"
import { type PointList, pointRowsOf, selectionConditions } from "./point-source"
import type { PointSelection } from "./series-read"
import { timeText } from "./time-text"

/** The points of a group: those with one of the keys, or those with none of them. */
export interface GroupMembers {
  readonly by: "label" | "department" | "user"
  readonly keys: readonly (string | null)[]
  readonly except: boolean
}

/**
 * The points of one cell: a bucket, in milliseconds, of one group. Without `members`, of all
 * groups.
 */
export interface CellRead extends PointSelection {
  readonly from: number
  readonly to: number
  readonly members?: GroupMembers
}

/** A position after a point, in the order of points. */
export interface PointPosition {
  readonly timeStamp: string
  readonly row: string
}

export interface StoredPoint {
  readonly label: string | null
  readonly timeStamp: string
  readonly value: number | null
  readonly departmentId: string | null
  readonly userId: string | null
}

/** Points in time order. `after` is present if more follow. */
export interface PointPage {
  readonly points: readonly StoredPoint[]
  readonly after?: PointPosition
}

const columns = { label: "label", department: "department_id", user: "user_id" } as const
const types = { label: "text", department: "uuid", user: "uuid" } as const

/** The keys of a group's points. For the group of others, the keys of the separate groups. */
function keysOf(group: SeriesGroup, atLevel: DepartmentsAtLevel | undefined): (string | null)[] {
  if (group.kind === "all" || group.kind === "other") return []
  if (!atLevel || group.key === null) return [group.key]
  return [...atLevel].flatMap(([id, ancestor]) => (ancestor === group.key ? [id] : []))
}

/**
 * The points that a group of an answer represents, with `atLevel` as in its question. Undefined for
 * all points, including a group of others without separate groups.
 */
export function groupMembers(
  group: SeriesGroup,
  groups: readonly SeriesGroup[],
  atLevel?: DepartmentsAtLevel,
): GroupMembers | undefined {
  if (group.kind === "all") return undefined
  const named = groups.flatMap((one) => (one.kind === "all" || one.kind === "other" ? [] : [one]))
  const by = group.kind === "other" ? named[0]?.kind : group.kind
  if (!by) return undefined
  return group.kind === "other"
    ? { by, keys: named.flatMap((one) => keysOf(one, atLevel)), except: true }
    : { by, keys: keysOf(group, atLevel), except: false }
}

function memberCondition({ by, keys, except }: GroupMembers, parameters: Parameters): string {
  const column = columns[by]
  const known = keys.filter((key) => key !== null)
  const isNamed = `${column} = any(${parameters.add(known)}::${types[by]}[])`
  const isListed = `coalesce(${isNamed}, false)${keys.includes(null) ? ` or ${column} is null` : ""}`
  return except ? `not (${isListed})` : `(${isListed})`
}

function cellConditions(list: PointList, cell: CellRead, parameters: Parameters): string[] {
  return [
    ...selectionConditions(pointRowsOf(list, "count"), list, cell, parameters),
    `time_stamp >= ${parameters.add(timeText(cell.from))}::timestamptz`,
    `time_stamp < ${parameters.add(timeText(cell.to))}::timestamptz`,
    ...(cell.members ? [memberCondition(cell.members, parameters)] : []),
  ]
}

export async function countSeriesPoints(
  session: DatabaseSession,
  list: PointList,
  cell: CellRead,
): Promise<number> {
  const parameters = new Parameters()
  const where = cellConditions(list, cell, parameters).join(" and ")
  const text = `select count(*)::int4 as count from ${list.tables.points} where ${where}`
  const [row] = await session.query<{ count: number }>(text, parameters.values)
  return row?.count ?? 0
}

interface PointRow {
  readonly point: StoredPoint
  readonly exact: string
  readonly row: string
}

/**
 * The points of a cell, at most `limit`, from the first or after a position. Following `after`
 * returns each point once.
 */
export async function readPoints(
  session: DatabaseSession,
  list: PointList,
  cell: CellRead,
  { after, limit }: { readonly after?: PointPosition; readonly limit: number },
): Promise<PointPage> {
  const parameters = new Parameters()
  const where = cellConditions(list, cell, parameters)
  const { datetimeoffset } = columnTypes
  if (after)
    where.push(
      `(time_stamp, row_id) > (${datetimeoffset.parameter(parameters.add(after.timeStamp))}, ${parameters.add(after.row)}::int8)`,
    )
  const rows = await session.query<PointRow & { [column: string]: unknown }>(
    `select json_build_object('label', label, 'timeStamp', ${datetimeoffset.json("time_stamp")},
        'value', value, 'departmentId', department_id, 'userId', user_id) as point,
      ${datetimeoffset.text("time_stamp")} as exact, row_id::text as row
     from ${list.tables.points} where ${where.join(" and ")}
     order by in_data_set_id, time_stamp, row_id limit ${parameters.add(limit + 1)}`,
    parameters.values,
  )
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    points: rows.slice(0, limit).map(({ point }) => point),
    ...(last && { after: { timeStamp: last.exact, row: last.row } }),
  }
}
