import { type DatabaseSession, lockTransaction, quoteName } from "../db"
import { isSpread } from "./citus"
import { printFolded, textsSchema } from "./texts"

/** A collation for letters of every language: PostgreSQL's own from version 17 on, ICU's before. */
const findCollation = `
  select collname as name from pg_collation
  where collname in ('pg_c_utf8', 'und-x-icu') and collnamespace = 'pg_catalog'::regnamespace
  order by collname limit 1`

const maxIndexed = 20_000

/**
 * Reads the catalog tables, since `to_regprocedure` may miss functions that another process has
 * just created.
 */
async function hasTexts(session: DatabaseSession) {
  const known = `
    select from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where nspname = $1 and proname = 'fold' and prosrc like '%normalize%'`
  return (await session.query(known, [textsSchema])).length > 0
}

/** Creates the text comparison functions, once per database. Older versions are replaced. */
export async function migrateTexts(session: DatabaseSession): Promise<void> {
  if (!(await hasTexts(session))) await session.transaction(createTexts)
}

async function createTexts(session: DatabaseSession): Promise<void> {
  await lockTransaction(session, { name: `migrate ${textsSchema}`, untimed: true })
  if (await hasTexts(session)) return
  const [found] = await session.query<{ name: string }>(findCollation)
  const collation = found ? ` collate ${quoteName(found.name)}` : ""
  const make = (signature: string, returns: string, body: string, language = "sql", cost = 100) =>
    session.query(
      `create or replace function ${textsSchema}.${signature} returns ${returns}
       language ${language} cost ${cost} immutable strict parallel safe as $made$ ${body} $made$`,
    )
  await session.query(`create schema if not exists ${textsSchema}`)
  // Composed and decomposed letters are equal, since macOS and others write them differently.
  const folded = `lower(normalize(whole, nfc)${collation}) collate "C"`
  // Citus inlines functions of one expression into worker statements and loses their collation.
  if (await isSpread(session))
    await make("fold(whole text)", "text", `begin return ${folded}; end`, "plpgsql")
  else await make("fold(whole text)", "text", `select ${folded}`)
  await make(
    "pieces(whole text)",
    "text[]",
    `select coalesce(array_agg(distinct piece), '{}') from (
       select letter || lead(letter) over place || lead(letter, 2) over place as piece
       from unnest(string_to_array(${printFolded(`left(whole, ${maxIndexed})`)}, null)) with ordinality as letters (letter, at)
       window place as (order by at)) as pieces
     where piece is not null`,
    "sql",
    // Far more than the cost of comparing a text, so that the planner prefers the index.
    10_000,
  )
  await make(
    "inner(whole json, path text)",
    "text",
    `begin
       return coalesce((select string_agg(part #>> '{}', E'\\n')
         from jsonb_path_query(whole::jsonb, path::jsonpath) as part), '');
     exception when others then return '';
     end`,
    "plpgsql",
  )
}
