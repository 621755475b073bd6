import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openTestStore } from "./testing/open-test-store"
import { listOperation } from "./testing/operations"
import { departmentsNamed, numbered, range } from "./testing/samples"
import { createWalker, everything } from "./testing/walk"

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  testStore = await openTestStore()
})
afterEach(() => testStore.close())

const departments = () => createWalker(testStore.store, listOperation("departments"))

async function readIndexes() {
  const { rows } = await testStore.pool.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where schemaname = $1 and tablename = 'department'
     union all
     select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
     where conrelid = $2::regclass
     order by 1`,
    [testStore.schema, `"${testStore.schema}".department`],
  )
  return rows.map(({ indexdef }) => indexdef)
}

test("A load that rebuilds indexes restores all indexes and the primary key, including an added index.", async () => {
  const { pool, schema, store } = testStore
  await pool.query(`create unique index "Own ""index""" on "${schema}".department (name desc, id)`)
  const before = await readIndexes()
  const steps: string[] = []
  await store.loadRecords("department", departmentsNamed(...range(0, 300).map(numbered)), {
    rebuildIndexes: true,
    onIndex: (built, all) => steps.push(`${built}/${all}`),
  })
  expect(await readIndexes()).toEqual(before)
  const all = before.filter((line) => line.includes(" INDEX ")).length
  expect(steps).toEqual(range(0, all + 1).map((built) => `${built}/${all}`))
  expect((await departments().read(everything)).count).toBe(100)
})

test("Rows that the rebuilt primary key refuses leave the table and its indexes unchanged.", async () => {
  const { store } = testStore
  await store.loadRecords("department", departmentsNamed("kept"))
  const before = await readIndexes()
  const twice = { values: { ...departmentsNamed("twice")[0]?.values, id: randomUUID() } }
  const load = store.loadRecords("department", [twice, twice], { rebuildIndexes: true })
  await expect(load).rejects.toThrow(/unique/)
  expect(await readIndexes()).toEqual(before)
  expect((await departments().read(everything)).records).toMatchObject([{ name: "kept" }])
})
