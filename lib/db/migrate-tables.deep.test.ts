import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { uniqueSchema } from "@/lib/records/testing/open-test-store"
import { migrateTables, openPool, type Pool } from "."

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

const listTables = async (schema: string) => {
  const text = `select tablename as name from pg_tables
    where schemaname = $1 and tablename !~ '_migration$' order by 1`
  const { rows } = await pool.query<{ name: string }>(text, [schema])
  return rows.map(({ name }) => name)
}

describe.each(sets)("the tables of the %s", (set) => {
  let schema: string
  beforeAll(async () => {
    schema = await startSchema()
    const instances: Pool[] = [1, 2, 3].map(() => openPool(url, { max: 1 }))
    await Promise.all(instances.map((each) => migrateTables(each, set, schema)))
    for (const each of instances) await each.end()
  })

  test("get each migration file once when three instances start at once", async () => {
    const { rows } = await pool.query(`select name from "${schema}".${set}_migration order by id`)
    const files = readdirSync(join(import.meta.dirname, "migrations", set)).sort()
    expect(rows.map(({ name }) => `${name}.sql`)).toEqual(files)
    for (const file of files) expect(file).toMatch(/^\d{4}_[a-z-]+\.sql$/)
  })

  test("are not locked by a start that finds them up to date", async () => {
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

test("a failed migration leaves nothing behind, and the next call retries it", async () => {
  const schema = await startSchema()
  await pool.query(`create view "${schema}".keyed_document as select 1 as one`)
  await expect(migrateTables(pool, "service", schema)).rejects.toThrow(/keyed_document/)
  expect(await listTables(schema)).toEqual([])
  await pool.query(`drop view "${schema}".keyed_document`)
  await migrateTables(pool, "service", schema)
  expect(await listTables(schema)).toEqual(["admitted_request", "keyed_document"])
})

test("tables created by other migration files are refused with an instruction", async () => {
  const schema = await startSchema()
  await migrateTables(pool, "service", schema)
  await pool.query(`update "${schema}".service_migration set name = '0001_before'`)
  await expect(migrateTables(pool, "service", schema)).rejects.toThrow(/Name an empty database/)
})
