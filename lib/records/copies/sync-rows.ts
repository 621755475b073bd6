import { Parameters, type Session } from "../../db"
import { columnTypes } from "../column-types"
import { propertyColumn } from "../tables"
import { type ListPlace, nameTable, printWhere, rangeConditions } from "./reconcile-range"

/** The first and the last key of a list's stored rows, as ISO 8601; undefined where it has none. */
export async function readKeyEnds(
  session: Session,
  place: ListPlace,
  key: string,
): Promise<{ first: string; last: string } | undefined> {
  const parameters = new Parameters()
  const where = printWhere(
    rangeConditions(place, { span: "time", key, lower: null, upper: null }, parameters),
  )
  const { sql, kind } = propertyColumn(place.table, place.operation, key)
  const end = (descending: boolean) =>
    `(select ${columnTypes[kind].text(sql)} || 'Z' from ${nameTable(place)}${where}
      order by ${sql}${descending ? " desc" : ""} limit 1)`
  const text = `select ${end(false)} as first, ${end(true)} as last`
  const [ends] = await session.query<{ first: string | null; last: string | null }>(
    text,
    parameters.values,
  )
  return ends?.first && ends.last ? { first: ends.first, last: ends.last } : undefined
}

export async function countRows(session: Session, place: ListPlace): Promise<number> {
  const parameters = new Parameters()
  const where = printWhere(rangeConditions(place, { span: "whole" }, parameters))
  const text = `select count(*)::float8 as count from ${nameTable(place)}${where}`
  const [row] = await session.query<{ count: number }>(text, parameters.values)
  return row?.count ?? 0
}

/** Deletes at most so many of a list's rows; answers how many. */
export async function deleteSome(
  session: Session,
  place: ListPlace,
  most: number,
): Promise<number> {
  const parameters = new Parameters()
  const where = printWhere(rangeConditions(place, { span: "whole" }, parameters))
  const name = nameTable(place)
  const some = `select ctid from ${name}${where} limit ${most}`
  const text = `with gone as (delete from ${name} where ctid = any(array(${some})) returning 1)
    select count(*)::int as count from gone`
  const [row] = await session.query<{ count: number }>(text, parameters.values)
  return row?.count ?? 0
}

/** Renews the planner's statistics after very many rows have come. */
export const analyze = (session: Session, place: ListPlace) =>
  session.query(`analyze ${nameTable(place)}`)
