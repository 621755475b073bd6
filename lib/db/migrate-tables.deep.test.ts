import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { uniqueSchema } from "@/lib/records/testing/open-test-store"
import {
  findMissing,
  laterIndexes,
  migrateTables,
  openPool,
  type Pool,
  poolSession,
  startIndexBuilder,
} from "."

const sets = ["dashboard", "replica", "service"] as const
const url = inject("databaseUrl")
const pool = openPool(url, { max: 4 })
const schemas: string[] = []
afterAll(async () => {
  for (const schema of schemas) await pool.query(`drop schema if exists "${schema}" cascade`)
  await pool.end()
})

async function startSchema(): Promise<string> {
  const schema = uniqueSchema()
  schemas.push(schema)
  await pool.query(`create schema "${schema}"`)
  return schema
}

async function run(schema: string, statements: string): Promise<void> {
  const client = await pool.connect()
  await client.query(`set search_path to "${schema}"`)
  await client.query(statements).finally(() => client.release(true))
}

const listTables = async (schema: string) => {
  const text = `select tablename as name from pg_tables
    where schemaname = $1 and tablename !~ '_migration$' order by 1`
  const { rows } = await pool.query<{ name: string }>(text, [schema])
  return rows.map(({ name }) => name)
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
  let schema: string
  beforeAll(async () => {
    schema = await startSchema()
    const instances: Pool[] = [1, 2, 3].map(() => openPool(url, { max: 1 }))
    await Promise.all(instances.map((each) => migrateTables(each, set, schema)))
    for (const each of instances) await each.end()
  })

  test("have each file run once by three instances at once, under its name", async () => {
    const { rows } = await pool.query(`select name from "${schema}".${set}_migration order by id`)
    const files = readdirSync(join(import.meta.dirname, "migrations", set)).sort()
    expect(rows.map(({ name }) => `${name}.sql`)).toEqual(files)
    for (const file of files) expect(file).toMatch(/^\d{4}_[a-z-]+\.sql$/)
  })

  test("are not locked by a start that finds them as they should be", async () => {
    const busy = await pool.connect()
    const late = openPool(url, { max: 1 })
    await busy.query("begin")
    for (const name of await listTables(schema))
      await busy.query(`lock table "${schema}"."${name}" in row exclusive mode`)
    await migrateTables(late, set, schema)
    await busy.query("rollback")
    busy.release()
    await late.end()
  })
})

test("a migration that fails leaves nothing behind, and the next call tries again", async () => {
  const schema = await startSchema()
  await pool.query(`create view "${schema}".keyed_document as select 1 as one`)
  await expect(migrateTables(pool, "service", schema)).rejects.toThrow(/keyed_document/)
  expect(await listTables(schema)).toEqual([])
  await pool.query(`drop view "${schema}".keyed_document`)
  await migrateTables(pool, "service", schema)
  expect(await listTables(schema)).toEqual(["admitted_request", "keyed_document"])
})

test("an index that a version adds to a table with many rows is built in the background, the same as one that is made at once", async () => {
  const [large, fresh] = [await startSchema(), await startSchema()]
  const first = join(import.meta.dirname, "migrations/dashboard/0001_tables-before-migrations.sql")
  await run(large, readFileSync(first, "utf8"))
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
    const read = (file: string) => readFileSync(join(folder, file), "utf8")
    const files = readdirSync(folder)
    const drops = files.flatMap((file) => [...read(file).matchAll(/drop table if exists (\w+)/g)])
    const dropped = new Set(drops.map(([, table]) => table))
    for (const file of files.filter((name) => name !== released)) {
      const text = read(file)
      const made = [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g)]
      const tables = new Set(made.map(([, table]) => table))
      const indexes = text.matchAll(
        /(if not found then )?create (?:unique )?index (?:if not exists )?(\w+)\s+on (\w+)/g,
      )
      for (const [, guard, name, table = ""] of indexes) {
        if (tables.has(table) || dropped.has(table)) continue
        expect([file, guard]).toEqual([file, "if not found then "])
        expect(laterIndexes(set, "any")).toContainEqual(expect.objectContaining({ name, table }))
      }
    }
  },
)
