import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import {
  type Catalogue,
  catalogue,
  type Field,
  guid,
  type ListOperation,
  recordType,
  string,
} from "@/lib/catalogue"
import type { PoolClient } from "../../db"
import { createStore } from "../store"
import { openTestPool, openTestStore } from "../testing/open-test-store"
import { departmentsNamed } from "../testing/samples"
import { migrateCopies } from "./migrate-copies"
import { createSyncLists } from "./sync-lists"

let opened: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  opened = await openTestStore({ isCopy: true })
})
afterEach(() => opened.close())

const withField = (name: string, field: Field, record = "department"): Catalogue => {
  const before = recordType(catalogue, record)
  const changed = { ...before, fields: { ...before.fields, [name]: field } }
  return { ...catalogue, records: { ...catalogue.records, [record]: changed } }
}
const withList = (change: Partial<ListOperation>): Catalogue => ({
  ...catalogue,
  operations: catalogue.operations.map((operation) =>
    operation.id === "departments" && operation.kind === "list"
      ? { ...operation, ...change }
      : operation,
  ),
})
const grown = withField("costCentre", string())

const holder = randomUUID()
const listsOf = (by: Catalogue) =>
  createSyncLists({ pool: opened.pool, schema: opened.schema, catalogue: by })
const claim = async (by: Catalogue) =>
  (await listsOf(by).claim(holder, 3_600_000, { max: 9, isAutomatic: true })).length

async function find(path: string) {
  const found = await listsOf(catalogue).find(path)
  if (!found) throw new Error("The list is gone.")
  return found
}

/** Orders a list and starts a run of it. */
async function begin(path: string) {
  const lists = listsOf(catalogue)
  const wanted = { path, operation: "departments", parameters: "{}", everyMinutes: 30 }
  await lists.start(wanted, { person: "ann", name: "Ann", maxOrdered: 9, maxUnfinished: 9 })
  await claim(catalogue)
  const held = { id: (await find(path)).id, holder }
  const ends = { lower: null, upper: null, firstKey: null, openKey: null }
  await lists.beginRun(held, "full", [{ span: "whole", ...ends, isRead: false }])
  return { lists, held }
}

async function copy(path: string) {
  const { lists, held } = await begin(path)
  await lists.finish(held, { rows: 1, checkAgainMs: 1000, keptFrom: "2020-01-01" })
}

const load = (by: Catalogue) =>
  createStore({ ...opened, catalogue: by }).loadRecords("department", departmentsNamed("one"))

async function count(table: string): Promise<number> {
  const text = `select count(*)::int as count from "${opened.schema}".${table}`
  return (await opened.pool.query<{ count: number }>(text)).rows[0]?.count ?? 0
}

/** Migrates like a separate program; returns how often it dropped the departments. */
async function startProgram(by: Catalogue): Promise<number> {
  const pool = openTestPool()
  let drops = 0
  pool.on("connect", (client: PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: { text?: string }[]) => {
      if (given[0]?.text?.includes(`drop table "${opened.schema}"."department"`)) drops += 1
      return query(...given)
    }) as typeof client.query
  })
  await migrateCopies(pool, by, { schema: opened.schema })
  await pool.end()
  return drops
}

test("With another catalogue all lists are copied again, once, with the settings that people chose.", async () => {
  const { pool, schema } = opened
  await copy("/whole")
  await copy("/paused")
  await listsOf(catalogue).pause("/paused")
  await begin("/cancelled")
  await listsOf(catalogue).cancel("/cancelled")
  await begin("/moving")
  await load(catalogue)
  await pool.query(`set search_path to "${schema}";
    insert into sync_operation values ('departments');
    insert into point_rollup_by_label values (gen_random_uuid(), now(), 'a', 1, 1, 0, 5, 5, 5);
    insert into point_rollup_by_department values (gen_random_uuid(), now(), null, 1, 1, 0, 5, 5, 5);
    insert into point_rollup_due values (gen_random_uuid(), now(), now());
    insert into point_band_state values (gen_random_uuid(), 5, '{}', '{}');
    insert into told_point (in_data_set_id, content, time_stamp, is_anchor)
      values (gen_random_uuid(), gen_random_uuid(), now(), false);
    reset search_path`)

  const drops = await Promise.all([startProgram(grown), startProgram(grown)])
  expect(drops.toSorted()).toEqual([0, 1])
  const expected = {
    ...{ everyMinutes: 30, orderedBy: "ann", ordererName: "Ann", isLeased: false, run: null },
    ...{ rows: 0, syncedUntil: null, checkedAt: null, nextAt: null, checkAt: null, keptFrom: null },
  }
  for (const [path, state] of Object.entries({
    "/whole": "running",
    "/paused": "paused",
    "/cancelled": "idle",
    "/moving": "running",
  }))
    expect(await find(path)).toMatchObject({ path, state, ...expected })
  const runs = await listsOf(grown).history("/moving")
  expect(runs).toMatchObject([{ kind: "full", outcome: "cancelled" }])
  const rollups = ["by_label", "by_department", "due"].map((name) => `point_rollup_${name}`)
  for (const table of ["department", "sync_operation", ...rollups])
    expect([table, await count(table)]).toEqual([table, 0])
  expect([await count("told_point"), await count("point_band_due")]).toEqual([1, 1])

  await load(grown)
  expect(await startProgram(grown)).toBe(0)
  expect(await count("department")).toBe(1)
})

test.each<[string, Catalogue]>([
  ["a field of another type", withField("showInHighscores", guid())],
  ["a field of another type that no list sends", withField("medias", string(), "contentPost")],
  ["another order", withList({ defaultSort: "creationDateTime" })],
  ["fields that the list sends as null", withList({ nulls: ["locales"] })],
  ["another path", withList({ path: "/units" })],
])("Copies are dropped for a catalogue with %s.", async (_, changed) => {
  await copy("/whole")
  expect(await startProgram(changed)).toBe(1)
  expect(await find("/whole")).toMatchObject({ checkedAt: null, rows: 0 })
})

test.each<[string, Catalogue]>([
  ["the same", structuredClone(catalogue)],
  ["other titles", withList({ title: "Units" })],
  ["other limits", withList({ limit: { default: 10, maximum: 20 } })],
])("Copies are kept for a catalogue with %s.", async (_, same) => {
  await copy("/whole")
  await load(catalogue)
  const before = await find("/whole")
  expect(await startProgram(same)).toBe(0)
  expect(await find("/whole")).toEqual(before)
  expect(await count("department")).toBe(1)
})

test("Copies of an unknown catalogue are dropped, including those in additional tables.", async () => {
  const { pool, schema } = opened
  await copy("/whole")
  await pool.query(`set search_path to "${schema}"; delete from setting where key = 'copied_catalogue';
    create table department_0123abcd (document_0123abcd text); reset search_path`)
  expect(await startProgram(catalogue)).toBe(1)
  expect(await find("/whole")).toMatchObject({ checkedAt: null })
  await expect(count("department_0123abcd")).rejects.toThrow(/does not exist/)
})

test("A program with the previous catalogue no longer copies anything.", async () => {
  await copy("/whole")
  await startProgram(grown)
  expect(await claim(catalogue)).toBe(0)
  expect(await claim(grown)).toBe(1)
})
