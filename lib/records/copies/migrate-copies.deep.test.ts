import { expect, test } from "vitest"
import { catalogue, listOperations } from "@/lib/catalogue"
import { startIndexBuilder } from "../../db"
import { findBuild, holdBuilds } from "../../db/testing/watch-builds"
import { migrate } from "../migrate"
import { requireTable } from "../tables"
import { openTestPool, uniqueSchema } from "../testing/open-test-store"
import { createListStore } from "./list-store"
import { copyIndexes, migrateCopies } from "./migrate-copies"
import { syncTables } from "./synced-list"

test("Copies of data points get only the indexes by time and persons; other indexes are dropped.", async () => {
  const pool = openTestPool()
  const [schema, plain] = [uniqueSchema(), uniqueSchema()]
  const indexesOf = async (within: string, table: string) => {
    const text = "select indexname as name from pg_indexes where schemaname = $1 and tablename = $2"
    const { rows } = await pool.query<{ name: string }>(text, [within, table])
    return rows.map(({ name }) => name).toSorted()
  }
  await migrate(pool, catalogue, { schema: plain })
  await migrateCopies(pool, catalogue, { schema })
  const wanted = ["data_point_by_time_stamp", "data_point_persons", "data_point_pkey"]
  expect(await indexesOf(schema, "data_point")).toEqual(wanted)
  await migrate(pool, catalogue, { schema })
  expect(await indexesOf(schema, "data_point")).toHaveLength(7)
  await migrateCopies(pool, catalogue, { schema })
  expect(await indexesOf(schema, "data_point")).toEqual(wanted)
  const all = await indexesOf(plain, "department")
  expect(await indexesOf(schema, "department")).toEqual([...all, "department_texts"].toSorted())
  await pool.query(`drop schema "${schema}" cascade; drop schema "${plain}" cascade`)
  await pool.end()
})

test("While an index of a copy is built, a run that ends skips the statistics, so it does not wait.", async () => {
  const pool = openTestPool()
  const schema = uniqueSchema()
  const tables = await migrateCopies(pool, catalogue, { schema })
  const operation = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  if (!operation) throw new Error("There is no list of data points.")
  const parts = { pool, schema, tables: syncTables(schema) }
  const table = requireTable(tables, "dataPoint")
  const store = createListStore({ ...parts, table, operation, parameters: {} })
  const points = `"${schema}".data_point`
  await pool.query(`drop index "${schema}".data_point_by_time_stamp`)
  const release = await holdBuilds(pool, points)
  const stop = startIndexBuilder({
    pool,
    wanted: async () => copyIndexes(catalogue, tables, schema),
    report: () => {},
  })
  await findBuild(pool, points)
  await store.analyze()
  await stop()
  await release()
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})

test("Whether a data set contains points of persons is read from an index, not from its points.", async () => {
  const pool = openTestPool()
  const schema = uniqueSchema()
  await migrateCopies(pool, catalogue, { schema })
  await pool.query(`insert into "${schema}".data_point (in_data_set_id, label, time_stamp, value, user_id, document)
    select '00000000-0000-4000-8000-000000000001', 'x', now() - each * interval '1 min', each, null, ''
    from generate_series(1, 20000) as each`)
  await pool.query(`analyze "${schema}".data_point`)
  const { rows } = await pool.query(`explain select exists (select 1 from "${schema}".data_point
    where in_data_set_id = '00000000-0000-4000-8000-000000000001' and user_id is not null)`)
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("data_point_persons")
  await pool.query(`drop schema "${schema}" cascade`)
  await pool.end()
})
