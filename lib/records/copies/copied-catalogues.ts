import { createHash } from "node:crypto"
import { type DatabaseSession, lockTransaction, quoteName } from "../../db"
import { rollupTables, seriesTableNames } from "../series/series-tables"
import { cancelRun } from "./desired-syncs"
import type { ListFingerprints } from "./list-fingerprints"
import { disownedList, freshStart } from "./sync-list-sql"
import { type SyncTables, syncTables } from "./sync-tables"

/** How long the tables of a version are left to it after its last program was seen, in milliseconds. */
const leftForMs = 24 * 3_600_000

/** What a program copies by: the fingerprints of its lists, and the tables that it keeps their records in. */
export interface CopiedCatalogue {
  readonly fingerprints: ListFingerprints
  readonly tables: readonly string[]
}

const printFingerprints = (of: ListFingerprints) => JSON.stringify(Object.fromEntries(of))

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex")

/** Whether any program has been here that knows fingerprints. */
export async function hasCatalogues(session: DatabaseSession, schema: string): Promise<boolean> {
  const text = `select 1 from ${syncTables(schema).catalogue} limit 1`
  return (await session.query(text)).length > 0
}

/** Says that a program with this catalogue runs; the first one of a catalogue gives it its number. */
export async function noteCatalogue(
  session: DatabaseSession,
  schema: string,
  { fingerprints, tables }: CopiedCatalogue,
): Promise<void> {
  const { catalogue } = syncTables(schema)
  const prints = printFingerprints(fingerprints)
  const text = `insert into ${catalogue} (digest, fingerprints, tables) values ($1, $2, $3)
    on conflict (digest) do update set seen_at = clock_timestamp(), tables = excluded.tables`
  await session.query(text, [digestOf(prints), prints, tables])
}

/** Has tables that no known program uses wait for their end as if one had been seen now: a version without fingerprints may. */
export async function noteLeftTables(
  session: DatabaseSession,
  schema: string,
  names: readonly string[],
): Promise<void> {
  const { catalogue } = syncTables(schema)
  const text = `insert into ${catalogue} (digest, fingerprints, tables)
    select 'table ' || name, '{}', array[name] from unnest($1::text[]) as name
    where not exists (select 1 from ${catalogue} where name = any(tables))
    on conflict (digest) do update set seen_at = clock_timestamp(), tables = excluded.tables`
  await session.query(text, [names])
}

/** The lists that are copied by another catalogue than that of the newest program that runs, where this is it. */
const selectForeign = ({ list, catalogue }: SyncTables) => `
  select list.id, list.path, newest.fingerprint
  from ${list} as list join lateral (
    select fingerprints ->> list.operation as fingerprint from ${catalogue}
    where fingerprints ? list.operation and seen_at > clock_timestamp() - $2 * interval '1 ms'
    order by number desc limit 1
  ) as newest on newest.fingerprint = $1::jsonb ->> list.operation
  where list.fingerprint is distinct from newest.fingerprint`

/**
 * Takes over the lists that programs with an older catalogue have copied, or such as have ended: whoever works
 * on one loses it, and its copy is made anew. Of the programs that run, the newest catalogue's have the lists.
 */
export async function adoptLists(
  session: DatabaseSession,
  tables: SyncTables,
  { fingerprints, aliveMs }: { fingerprints: ListFingerprints; aliveMs: number },
): Promise<void> {
  const values = [printFingerprints(fingerprints), aliveMs]
  const foreign = await session.query<{ id: string; path: string; fingerprint: string }>(
    selectForeign(tables),
    values,
  )
  for (const { id, path, fingerprint } of foreign) {
    // Nobody's first, so that no page begins to be stored while those under way are waited for.
    await session.query(`update ${tables.list} set ${disownedList} where id = $1`, [id])
    await session.transaction(async (within) => {
      await cancelRun(within, tables, path)
      const adopt = `update ${tables.list} set fingerprint = $2, is_outdated = true, rows = 0,
        ${freshStart} where id = $1 and fingerprint = ''`
      await within.query(adopt, [id, fingerprint])
    })
  }
}

const selectLeft = ({ catalogue }: SyncTables) => `
  select name from ${catalogue}, unnest(tables) as name
  group by name having max(seen_at) < clock_timestamp() - $1 * interval '1 ms'`

/** Drops the tables that no program has used for a day. */
export async function dropLeftTables(session: DatabaseSession, schema: string): Promise<void> {
  const tables = syncTables(schema)
  if ((await session.query(selectLeft(tables), [leftForMs])).length === 0) return
  await session.transaction(async (within) => {
    await lockTransaction(within, { name: `migrate ${schema}`, patient: true })
    const left = await within.query<{ name: string }>(selectLeft(tables), [leftForMs])
    for (const { name } of left) {
      const { points } = seriesTableNames
      const rollups = name.startsWith(`${points}_`) ? rollupTables(name) : []
      for (const each of [name, ...rollups.map((rollup) => rollup.name)])
        await within.query(`drop table if exists ${quoteName(schema)}.${quoteName(each)}`)
      const forget = `update ${tables.catalogue} set tables = array_remove(tables, $1)`
      await within.query(forget, [name])
    }
  })
}
