import { Client } from "pg"

/**
 * A sequence stores the moment, because its value is visible to every session at once, even within
 * transactions.
 */
const prepareDatabase = (name: string) => `
  create schema sim;
  create sequence sim.moment;
  create function sim.clock_timestamp() returns timestamptz language sql volatile as
    $sim$ select pg_catalog.to_timestamp(last_value / 1000.0) from sim.moment $sim$;
  create function sim.now() returns timestamptz language sql volatile as
    $sim$ select sim.clock_timestamp() $sim$;
  create table sim.change (
    source text not null, key uuid not null, path text not null, at timestamptz not null, is_edit bool not null
  );
  alter database "${name}" set search_path = sim, pg_catalog, public;`

const realDefaults = `
  select format('alter table %I.%I alter column %I set default sim.clock_timestamp()',
    table_schema, table_name, column_name) as text
  from information_schema.columns
  where column_default like '%clock_timestamp()%' and table_schema <> 'sim'`

/**
 * Makes `clock_timestamp()` and `now()` in that database return the moment last passed to `set`, in
 * milliseconds since 1970.
 */
export async function openDayDatabase(url: string, start: number) {
  const client = new Client(url)
  await client.connect()
  const set = async (moment: number) => {
    await client.query("select setval('sim.moment', $1)", [Math.round(moment)])
  }
  await client.query(prepareDatabase(new URL(url).pathname.slice(1)))
  await set(start)
  /** Migrations name their schemas, so column defaults use the real time until this is called. */
  async function moveDefaults() {
    const { rows } = await client.query<{ text: string }>(realDefaults)
    for (const { text } of rows) await client.query(text)
  }
  return { client, set, moveDefaults, stop: () => client.end() }
}
