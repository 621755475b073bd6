import type { Pool } from "pg"
import { lockTransaction, poolSession } from "../session"
import { quoteName } from "../sql"

const names = {
  points: "data_point",
  band: "point_band",
  state: "point_band_state",
  due: "point_band_due",
  personal: "personal_data_set",
} as const

/** The quoted names of what the answers about persons' points are computed from. */
export type BandTables = Readonly<Record<keyof typeof names, string>>

export function bandTables(schema: string): BandTables {
  const entries = Object.entries(names).map(([key, name]) => [
    key,
    `${quoteName(schema)}.${quoteName(name)}`,
  ])
  return Object.fromEntries(entries) as BandTables
}

const createTables = ({ band, state, due, personal }: BandTables) => [
  `create table if not exists ${band} (
     in_data_set_id uuid not null,
     block int4 not null,
     label text collate "C",
     labels text not null,
     department_id uuid,
     departments text not null,
     since timestamptz not null,
     until timestamptz not null,
     persons int4 not null,
     points int4 not null,
     valued int4 not null,
     total float8 not null,
     days text)`,
  `create index if not exists point_band_by_since on ${band} (in_data_set_id, since)`,
  `create table if not exists ${state} (
     in_data_set_id uuid primary key,
     least int4 not null,
     tree text not null,
     version int8 not null,
     labels text[] not null,
     departments uuid[] not null)`,
  `alter table ${state} add column if not exists tree_departments jsonb`,
  `create table if not exists ${due} (in_data_set_id uuid not null)`,
  `create table if not exists ${personal} (id uuid primary key)`,
]

/** Makes the tables of small groups in a schema that `migrate` has made. Changes nothing when run again. */
export async function prepareBands(pool: Pool, { schema }: { schema: string }): Promise<void> {
  const tables = bandTables(schema)
  await poolSession(pool).transaction(async (session) => {
    await lockTransaction(session, { name: `small groups ${schema}`, patient: true })
    for (const statement of createTables(tables)) await session.query(statement)
  })
}
