import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue, listOperations } from "@/lib/catalogue"
import { loadSmallData, smallParameters } from "@/service/testing/small-data"
import { migrateTables } from "../db"
import { copyPlacements, distributionStatements, listPlacements } from "./citus"
import { migrate } from "./migrate"
import { tablesOf } from "./tables"
import { openTestStore } from "./testing/open-test-store"
import { createWalker, everything } from "./testing/walk"

type TestStore = Awaited<ReturnType<typeof openTestStore>>
let whole: TestStore
let spread: TestStore

/**
 * Substitutes for Citus' functions in plain PostgreSQL: a distributed table becomes four hash
 * partitions, with the same rules for its keys.
 */
const standIns = `
  create function citus_get_active_worker_nodes() returns setof int
  language sql as 'select 1';
  create function create_distributed_table(target text, key text,
    colocate_with text default 'default', shard_count int default 4) returns void
  language plpgsql as $$
  declare s text; t text;
  begin
    select nspname, relname into strict s, t
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where pg_class.oid = target::regclass;
    execute format('alter table %I.%I rename to %I', s, t, t || '_whole');
    execute format('create table %I.%I (like %I.%I including all excluding identity)
      partition by hash (%I)', s, t, s, t || '_whole', key);
    for shard in 0..3 loop
      execute format('create table %I.%I partition of %I.%I
        for values with (modulus 4, remainder %s)', s, t || '_' || shard, s, t, shard);
    end loop;
    if key = 'row_id' or exists (select from pg_attribute where attrelid = target::regclass
        and attname = 'row_id') then
      execute format('create sequence %I.%I', s, t || '_row_id');
      execute format('alter table %I.%I alter column row_id set default nextval(%L)', s, t,
        format('%I.%I', s, t || '_row_id'));
    end if;
    execute format('drop table %I.%I', s, t || '_whole');
  end $$;
  create function create_reference_table(target text) returns void
  language plpgsql as $$
  begin
    perform from pg_index where indrelid = target::regclass and indisprimary;
    if not found then raise 'a reference table needs a primary key'; end if;
  end $$;`

async function distribute({ pool, schema }: TestStore) {
  const client = await pool.connect()
  await client.query(`set search_path to "${schema}"; ${standIns}`)
  for (const statement of distributionStatements(listPlacements(catalogue), schema))
    await client.query(statement)
  await client.query("reset search_path")
  client.release()
}

beforeAll(async () => {
  whole = await openTestStore()
  spread = await openTestStore()
  await distribute(spread)
  for (const { store } of [whole, spread]) await loadSmallData(store, catalogue)
})
afterAll(async () => {
  await whole.close()
  await spread.close()
})

describe("a distributed schema", () => {
  test("has a placement for every record's table, and no other", () => {
    const tables = listPlacements(catalogue).map(({ table }) => table)
    expect(tables).toHaveLength(Object.keys(catalogue.records).length)
    expect(new Set(tables).size).toBe(tables.length)
  })

  // rules: Citus
  test("has the distribution column in every unique key", async () => {
    const { rows } = await whole.pool.query<{ table: string; columns: string[] }>(
      `select relname as table, array(select attname::text from pg_attribute
         where attrelid = indrelid and attnum = any (indkey)) as columns
       from pg_index join pg_class on pg_class.oid = indrelid
       where relnamespace = $1::regnamespace and indisunique`,
      [`"${whole.schema}"`],
    )
    const spreadTables = listPlacements(catalogue).filter((placement) => placement.on === "shards")
    expect(spreadTables.length).toBeGreaterThan(10)
    for (const { table, column } of spreadTables) {
      const keys = rows.filter((row) => row.table === table)
      expect([table, keys.length]).toEqual([table, 1])
      expect(keys[0]?.columns).toContain(column)
    }
  })

  test("has as its first scope column the first parameter of every list's path", () => {
    for (const operation of listOperations(catalogue)) {
      const record = catalogue.records[operation.record]
      const [first] = Object.keys(operation.parameters)
      if (record && record.scope.length > 0) expect(record.scope[0]).toBe(first)
    }
  })

  // rules: Citus
  test.each(listOperations(catalogue))(
    "lists $id like an undistributed one, page by page",
    async (operation) => {
      const walk = ({ store }: TestStore) =>
        createWalker(store, operation, smallParameters(operation)).forward(everything, [2, 1])
      const [expected, pages] = [await walk(whole), await walk(spread)]
      expect(expected.flatMap(({ records }) => records).length).toBeGreaterThanOrEqual(5)
      expect(pages.map(({ data }) => `${data}`)).toEqual(expected.map(({ data }) => `${data}`))
    },
  )

  test("can be migrated again and cleared", async () => {
    await migrate(spread.pool, catalogue, { schema: spread.schema })
    const other = await openTestStore()
    await distribute(other)
    await loadSmallData(other.store, catalogue)
    await other.store.clear()
    const [list] = listOperations(catalogue)
    if (!list) throw new Error("There is no list.")
    const walker = createWalker(other.store, list, smallParameters(list))
    expect((await walker.read(everything)).count).toBe(0)
    await other.close()
  })
})

// rules: Citus
test("docs/citus.md shows exactly these statements and lists the other tables as local.", async () => {
  const text = readFileSync(new URL("../../docs/citus.md", import.meta.url), "utf8")
  const shown = [...text.matchAll(/```sql\n([\s\S]+?)```/g)].map(([, sql = ""]) => sql.trim())
  const copies = copyPlacements(tablesOf(catalogue))
  expect(shown.slice(1)).toEqual([
    distributionStatements(listPlacements(catalogue)).join("\n"),
    distributionStatements(copies, "replica").join("\n"),
  ])

  const { pool, schema } = whole
  await migrateTables(pool, "service", schema)
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1",
    [schema],
  )
  const placed = new Set(listPlacements(catalogue).map(({ table }) => table))
  for (const { name } of rows.filter((row) => !placed.has(row.name)))
    expect(text).toContain(`| \`${name}\` | stays local |`)
})
