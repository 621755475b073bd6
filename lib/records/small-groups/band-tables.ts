import { lockTransaction, type Pool, poolSession, quoteName } from "../../db"

const names = {
  points: "data_point",
  band: "point_band",
  told: "told_point",
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

const createTables = ({ band, told, state, due, personal }: BandTables) => [
  `create table if not exists ${band} (
     in_data_set_id uuid not null,
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
  // Null in bands of a version that did not remember their points.
  `alter table ${band} drop column if exists block, add column if not exists band int4,
     add column if not exists is_told bool not null default true`,
  // Points as they were told. Without a band they have left theirs; anchors were in none before.
  `create table if not exists ${told} (
     point int8 generated always as identity primary key,
     in_data_set_id uuid not null,
     band int4,
     content uuid not null,
     label text collate "C",
     department_id uuid,
     time_stamp timestamptz not null,
     user_id uuid,
     value float8,
     is_anchor bool not null)`,
  `create index if not exists told_point_by_band on ${told} (in_data_set_id, band)`,
  `create table if not exists ${state} (
     in_data_set_id uuid primary key,
     least int4 not null,
     labels text[] not null,
     departments uuid[] not null)`,
  // The tree that bands were formed by whose points were not remembered.
  `alter table ${state} drop column if exists tree, drop column if exists version,
     add column if not exists tree_departments jsonb`,
  `create table if not exists ${due} (in_data_set_id uuid not null)`,
  `create table if not exists ${personal} (id uuid primary key)`,
  // Null: it holds points of persons; else the moment at which it did not.
  `alter table ${personal} add column if not exists asked_at timestamptz`,
]

/** Makes the tables of small groups in a schema that `migrate` has made. Changes nothing when run again. */
export async function prepareBands(pool: Pool, { schema }: { schema: string }): Promise<void> {
  const tables = bandTables(schema)
  await poolSession(pool).transaction(async (session) => {
    await lockTransaction(session, { name: `small groups ${schema}`, patient: true })
    for (const statement of createTables(tables)) await session.query(statement)
  })
}
