import { expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { migrate } from "../migrate"
import { openTestPool, uniqueSchema } from "../testing/open-test-store"
import { migrateCopies } from "./migrate-copies"

test("Copies of records without an id are indexed by their times alone, also where they had other indexes.", async () => {
  const pool = openTestPool()
  const [schema, plain] = [uniqueSchema(), uniqueSchema()]
  const indexesOf = async (within: string, table: string) => {
    const text = "select indexname as name from pg_indexes where schemaname = $1 and tablename = $2"
    const { rows } = await pool.query<{ name: string }>(text, [within, table])
    return rows.map(({ name }) => name).toSorted()
  }
  await migrate(pool, catalogue, { schema: plain })
  await migrate(pool, catalogue, { schema })
  expect(await indexesOf(schema, "data_point")).toHaveLength(6)
  await migrateCopies(pool, catalogue, { schema })
  await migrateCopies(pool, catalogue, { schema })
  const left = ["data_point_by_time_stamp", "data_point_pkey"]
  expect(await indexesOf(schema, "data_point")).toEqual(left)
  const all = await indexesOf(plain, "department")
  expect(await indexesOf(schema, "department")).toEqual([...all, "department_texts"].toSorted())
  await pool.query(`drop schema "${schema}" cascade; drop schema "${plain}" cascade`)
  await pool.end()
})
