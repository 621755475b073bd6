import {
  liftStatementTimeout,
  lockTransaction,
  type Pool,
  poolSession,
  quoteName,
  type Session,
} from "../../db"
import { type SeriesTables, seriesTableNames, seriesTables } from "./series-tables"

/** What is kept of the points of one slot by what they are told apart. */
const createRollup = (table: string, name: string, key: string) => [
  `create table ${table} (
     in_data_set_id uuid not null,
     moment timestamptz not null,
     ${key},
     points int4 not null,
     valued int4 not null,
     persons int4 not null,
     total float8,
     lowest float8,
     highest float8)`,
  `create index ${quoteName(`${name}_by_moment`)} on ${table} (in_data_set_id, moment)`,
]

/** The stretches of time whose points have changed since the rollups were computed. */
const createDue = ({ due }: SeriesTables) => `
  create table ${due} (
    in_data_set_id uuid not null,
    since timestamptz not null,
    until timestamptz not null)`

async function hasTable(session: Session, table: string): Promise<boolean> {
  const text = "select to_regclass($1) is not null as found"
  const [row] = await session.query<{ found: boolean }>(text, [table])
  return row?.found === true
}

/**
 * Makes the rollups of a schema that `migrate` has made, where there are none yet; they are due for the
 * points that are there. From then on whoever changes points calls `renewRollup` in the same
 * transaction. Changes nothing when run again.
 */
export async function prepareSeries(pool: Pool, { schema }: { schema: string }): Promise<void> {
  const tables = seriesTables(schema)
  const { byLabel, byDepartment } = seriesTableNames
  await poolSession(pool).transaction(async (session) => {
    await lockTransaction(session, { name: `series ${schema}`, patient: true })
    if (await hasTable(session, tables.due)) return
    await liftStatementTimeout(session)
    const statements = [
      ...createRollup(tables.byLabel, byLabel, 'label text collate "C"'),
      ...createRollup(tables.byDepartment, byDepartment, "department_id uuid"),
      createDue(tables),
      `insert into ${tables.due} select distinct in_data_set_id, '-infinity'::timestamptz, 'infinity'::timestamptz
       from ${tables.points}`,
    ]
    for (const statement of statements) await session.query(statement)
  })
}
