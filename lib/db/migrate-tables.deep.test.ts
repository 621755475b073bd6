import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { migrate } from "@/lib/records"
import { uniqueSchema } from "@/lib/records/testing/open-test-store"
import {
  findMissing,
  laterIndexes,
  migrateTables,
  openPool,
  type Pool,
  poolSession,
  startIndexBuilder,
  type TableSet,
} from "."

const sets = ["dashboard", "replica", "service"] as const
const url = inject("databaseUrl")
const pool = openPool(url, { max: 4 })
const schemas: string[] = []
afterAll(async () => {
  for (const schema of schemas) await pool.query(`drop schema if exists "${schema}" cascade`)
  await pool.end()
})

/** The tables beside those that follow from the catalogue, which are there before them. */
async function startSchema(set: TableSet): Promise<string> {
  const schema = uniqueSchema()
  schemas.push(schema)
  await pool.query(`create schema "${schema}"`)
  if (set === "replica") await migrate(pool, catalogue, { schema })
  return schema
}

async function run(schema: string, statements: string): Promise<void> {
  const client = await pool.connect()
  await client.query(`set search_path to "${schema}"`)
  await client.query(statements).finally(() => client.release(true))
}

const statementsBefore = (set: TableSet) =>
  readFileSync(join(import.meta.dirname, "testing", "before-migrations", `${set}.sql`), "utf8")

const filled: Record<TableSet, string> = {
  dashboard: `
    insert into keyed_document (kind, id, document) values ('setting', 'a', '{"least":5}'), ('text', 'b', '{}');
    insert into answer_tag values ('departments', gen_random_uuid());
    insert into answer select 'key', 'departments', gen_random_uuid(), '{}', 2, 1, now(), now(), now(), now();
    insert into answer_claim values ('key', gen_random_uuid(), gen_random_uuid(), now());
    insert into call_log (client_id, epoch, created_at, seen_at) values ('client', 'epoch', now(), now());
    insert into call_log_call values ('client', 'epoch:1', 'person', now(), 'somebody');
    insert into call_log_demand values ('client', 'instance', '{1,0,0}', now(), now());
    insert into saved_view (report, owner, name, search, pinned) values ('departments', 'ada', 'Mine', '?sort=name', true);
    insert into default_view select report, 'person', owner, id from saved_view;
    insert into hidden_view select 'eva', id from saved_view;
    insert into recent_record values ('ada', 'departments', '{a}', 'Store 1');
    insert into user_name select gen_random_uuid(), 'Eva Lund' from generate_series(1, 50);
    insert into user_names_upload values (1, 50, now(), 'ada');
    insert into department_name (id, name) values (gen_random_uuid(), 'Store 1');
    insert into workspace_edit (place, hidden, name, changed_by) values ('forms/1', false, 'Form', 'ada');
    update workspace_revision set revision = 7;
    insert into session (id, person, roles, tokens) values ('id', 'ada', '{hr}', 'encrypted');
    insert into export_job (person, order_text) values ('ada', '{}');
    insert into export_page select id, 1, '[]', null from export_job;
    insert into export_part select id, gen_random_uuid(), 1, '\\x00' from export_job;
    insert into edit (person_id, operation, record_id, patch, request_id) values ('ada', 'edit', 'r', '[]', 'q');
    insert into edit_batch (title, person_id) values ('Batch', 'ada');
    insert into edit_batch_item (batch, place, record_id, patch) select id, 1, 'r', '[]' from edit_batch;
    insert into edit_batch_action (batch, action) select id, 'start' from edit_batch;`,
  replica: `
    insert into sync_list (path, operation, parameters) values ('/v1/x', 'x', '{}');
    insert into sync_run (list, kind) select id, 'full' from sync_list;
    insert into sync_segment (run, number, span) select id, 1, 'whole' from sync_run;
    insert into sync_open_row select id, 1, 1, '[]' from sync_run;
    insert into point_rollup_by_label values (gen_random_uuid(), now(), 'a', 1, 1, 0, 5, 5, 5);
    insert into point_rollup_by_department values (gen_random_uuid(), now(), null, 1, 1, 0, 5, 5, 5);
    insert into point_rollup_due values (gen_random_uuid(), now(), now());
    insert into point_band values (gen_random_uuid(), null, '[]', null, '[]', now(), now(), 5, 5, 5, 1, null, 1, true);
    insert into told_point (in_data_set_id, content, time_stamp, is_anchor) values (gen_random_uuid(), gen_random_uuid(), now(), false);
    insert into point_band_state values (gen_random_uuid(), 5, '{}', '{}', null);
    insert into point_band_due values (gen_random_uuid());
    insert into personal_data_set values (gen_random_uuid(), now());`,
  service: `
    insert into keyed_document (kind, id, document) values ('key', 'a', '{}');
    insert into admitted_request values ('client', 1, now());`,
}

/** The tables with their columns. */
const ownTables = `select relname as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = $1 and relkind = 'r' and relname !~ '_migration$' order by relname`

const listTables = async (schema: string) =>
  (await pool.query<{ name: string; columns: string }>(ownTables, [schema])).rows

/** Each table's number of rows and the checksum of all that is in them, or in those columns that there were at a time. */
async function digest(schema: string, tables?: Awaited<ReturnType<typeof listTables>>) {
  const digests: Record<string, { count: string; checksum: string | null }> = {}
  for (const { name, columns } of tables ?? (await listTables(schema))) {
    const text = `select count(*), md5(string_agg(row::text, '|' order by row::text)) as checksum
      from (select ${columns} from "${schema}"."${name}") as row`
    digests[name] = (await pool.query(text)).rows[0]
  }
  return digests
}

/** All columns, indexes, constraints and functions, without the schema's name. */
async function shape(schema: string) {
  const parts = [
    `select table_name, column_name, data_type, udt_name, is_nullable, column_default, collation_name, is_identity
       from information_schema.columns where table_schema = $1 and table_name !~ '_migration$' order by 1, 2`,
    `select indexdef from pg_indexes where schemaname = $1 and tablename !~ '_migration$' order by 1`,
    `select relname, conname, pg_get_constraintdef(pg_constraint.oid) as definition from pg_constraint
       join pg_class on conrelid = pg_class.oid
       where connamespace = $1::regnamespace and relname !~ '_migration$' order by 1, 2`,
    `select relname, relpersistence, reloptions from pg_class where relnamespace = $1::regnamespace
       and relkind = 'r' and relname !~ '_migration$' order by 1`,
  ]
  const found = await Promise.all(parts.map((text) => pool.query(text, [schema])))
  return JSON.parse(JSON.stringify(found.map(({ rows }) => rows)).replaceAll(schema, "schema"))
}

describe.each(sets)("the tables of the %s", (set) => {
  let old: string
  let fresh: string
  beforeAll(async () => {
    old = await startSchema(set)
    fresh = await startSchema(set)
    await run(old, statementsBefore(set))
    await run(old, filled[set])
  })

  test("of the version before are taken over without a loss, by three instances at once", async () => {
    const tables = await listTables(old)
    const untouched = await digest(old, tables)
    const counts = Object.entries(untouched).filter(([, { count }]) => count !== "0")
    expect(counts.length).toBeGreaterThan(set === "service" ? 1 : 10)
    const instances: Pool[] = [1, 2, 3].map(() => openPool(url, { max: 1 }))
    await Promise.all(instances.map((each) => migrateTables(each, set, old)))
    for (const each of instances) await each.end()
    expect(await digest(old, tables)).toEqual(untouched)
  })

  test("are the same whether made anew or taken over", async () => {
    await migrateTables(pool, set, fresh)
    expect(await shape(old)).toEqual(await shape(fresh))
  })

  test("have each file run once, under its name", async () => {
    const { rows } = await pool.query(`select name from "${fresh}".${set}_migration order by id`)
    const files = readdirSync(join(import.meta.dirname, "migrations", set)).sort()
    expect(rows.map(({ name }) => `${name}.sql`)).toEqual(files)
    for (const file of files) expect(file).toMatch(/^\d{4}_[a-z-]+\.sql$/)
  })

  test("serve the version before as well, which changes nothing of them", async () => {
    const [shaped, held] = [await shape(old), await digest(old)]
    await run(old, statementsBefore(set))
    expect(await shape(old)).toEqual(shaped)
    expect(await digest(old)).toEqual(held)
  })

  test("are not locked by a start that finds them as they should be", async () => {
    const busy = await pool.connect()
    const late = openPool(url, { max: 1 })
    const { rows } = await pool.query<{ name: string }>(ownTables, [fresh])
    await busy.query("begin")
    for (const { name } of rows)
      await busy.query(`lock table "${fresh}"."${name}" in row exclusive mode`)
    await migrateTables(late, set, fresh)
    await busy.query("rollback")
    busy.release()
    await late.end()
  })
})

test("a migration that fails leaves nothing behind, and the next call tries again", async () => {
  const schema = await startSchema("service")
  await pool.query(`create view "${schema}".keyed_document as select 1 as one`)
  await expect(migrateTables(pool, "service", schema)).rejects.toThrow(/keyed_document/)
  expect(Object.keys(await digest(schema))).toEqual([])
  await pool.query(`drop view "${schema}".keyed_document`)
  await migrateTables(pool, "service", schema)
  expect(Object.keys(await digest(schema))).toEqual(["admitted_request", "keyed_document"])
})

test("an index that a version adds to a table with many rows is built in the background, the same as one that is made at once", async () => {
  const [large, fresh] = [await startSchema("dashboard"), await startSchema("dashboard")]
  await run(large, statementsBefore("dashboard"))
  await run(
    large,
    `insert into answer select 'key ' || number, 'departments', gen_random_uuid(), '{}', 2, 1, now(), now(), now(), now()
       from generate_series(1, 1001) as number;
     insert into recent_record select 'person ' || number, 'departments', '{a}', 'Store 1'
       from generate_series(1, 1001) as number`,
  )
  await migrateTables(pool, "dashboard", large)
  await migrateTables(pool, "dashboard", fresh)
  const missing = async (schema: string) =>
    (await findMissing(poolSession(pool), laterIndexes("dashboard", schema))).map(
      ({ name }) => name,
    )
  expect(await missing(fresh)).toEqual([])
  expect(await missing(large)).toEqual(laterIndexes("dashboard", large).map(({ name }) => name))
  const stop = startIndexBuilder({
    pool,
    wanted: async () => laterIndexes("dashboard", large),
    report: () => {},
    pollMs: 20,
  })
  await expect.poll(() => missing(large)).toEqual([])
  await stop()
  expect(await shape(large)).toEqual(await shape(fresh))
})

/** Has rebuilt an index of a table that an administrator fills by a file, and has been released. */
const released = "0002_people-beside-their-names.sql"

test.each(sets)(
  "a migration of the %s makes an index of an older table only where there are few rows",
  (set) => {
    const folder = join(import.meta.dirname, "migrations", set)
    for (const file of readdirSync(folder).filter((name) => name !== released)) {
      const text = readFileSync(join(folder, file), "utf8")
      const made = [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g)]
      const tables = new Set(made.map(([, table]) => table))
      const indexes = text.matchAll(
        /(if not found then )?create (?:unique )?index (?:if not exists )?(\w+)\s+on (\w+)/g,
      )
      for (const [, guard, name, table = ""] of indexes) {
        if (tables.has(table)) continue
        expect([file, guard]).toEqual([file, "if not found then "])
        expect(laterIndexes(set, "any")).toContainEqual(expect.objectContaining({ name, table }))
      }
    }
  },
)
