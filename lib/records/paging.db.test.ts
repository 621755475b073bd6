import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { ListedPage } from "./read-page"
import { keepDocuments } from "./testing/keep-documents"
import { baseUrl, openTestStore } from "./testing/open-test-store"
import { listOperation } from "./testing/operations"
import { departmentsNamed, numbered, range } from "./testing/samples"
import { createWalker, everything, type ReadPage } from "./testing/walk"

const departments = listOperation("departments")
const namesOf = (pages: readonly ReadPage[]) =>
  pages.flatMap(({ records }) => records.map(({ name }) => name))

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeEach(async () => {
  testStore = await openTestStore()
  await keepDocuments(testStore.pool, testStore.schema)
})
afterEach(() => testStore.close())

const load = (...names: (string | null)[]) =>
  testStore.store.loadRecords("department", departmentsNamed(...names))
const walker = () => createWalker(testStore.store, departments)
const change = (text: string, ...values: unknown[]) =>
  testStore.pool.query(text.replace("department", `"${testStore.schema}".department`), values)
const remove = (name: string) => change("delete from department where name = $1", name)

async function readFirst(count: number): Promise<ReadPage> {
  return walker().read({ ...everything, limit: count })
}

test("An empty list returns an empty array without cursors.", async () => {
  const page = await testStore.store.readPage(departments, {}, everything, {
    baseUrl,
    scope: "all",
  })
  expect(page).toEqual({ data: "[]", count: 0, limit: 100 })
})

test("A page has a next cursor unless it ends with the list.", async () => {
  await load(...range(0, 5).map(numbered))
  expect(await readFirst(5)).not.toHaveProperty("nextCursor")
  expect(await readFirst(4)).toHaveProperty("nextCursor")
  expect(await readFirst(4)).not.toHaveProperty("previousCursor")
})

test("An offset past the end returns an empty page without cursors.", async () => {
  await load(numbered(1))
  const page = await walker().read({ ...everything, offset: Number.MAX_SAFE_INTEGER })
  expect(page).toEqual({ data: "[]", records: [], count: 0, limit: 100 })
})

test("Concurrent inserts, changes and deletes neither drop nor repeat other records.", async () => {
  const names = range(0, 60).map((number) => numbered(number * 10))
  await load(...names)
  const gone = new Set<unknown>()
  const pages = [await readFirst(7)]
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) {
    const seen = namesOf(pages)
    const boundary = seen.at(-1)
    const upcoming = names.find((name) => !seen.includes(name) && !gone.has(name)) ?? ""
    await remove(String(boundary))
    await remove(upcoming)
    gone.add(upcoming)
    await load(`${seen[0]} inserted before`, `${boundary} inserted after`)
    await change("update department set city = $2 where name = $1", seen[1], "moved")
    pages.push(await walker().follow(next, 7))
  }
  const seen = namesOf(pages)
  const stayed = names.filter((name) => !gone.has(name))
  expect(seen.filter((name) => names.includes(String(name)))).toEqual(stayed)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(seen.toSorted())
})

test("A record that moves while the list is being read is returned at its new position.", async () => {
  await load(...range(0, 6).map(numbered))
  const first = await readFirst(3)
  await change("update department set name = $2 where name = $1", numbered(4), "Z last")
  const second = await walker().follow(first.nextCursor ?? "", 10)
  expect(namesOf([second])).toEqual([numbered(3), numbered(5), "Z last"])
})

test("If everything ahead was deleted, the empty page still has a cursor back to the remaining records.", async () => {
  await load(...range(0, 6).map(numbered))
  const first = await readFirst(3)
  for (const number of [2, 3, 4, 5]) await remove(numbered(number))
  const empty = await walker().follow(first.nextCursor ?? "", 3)
  expect(empty).toMatchObject({ data: "[]", count: 0 })
  expect(empty).not.toHaveProperty("nextCursor")
  const back = await walker().follow(empty.previousCursor ?? "", 3)
  expect(namesOf([back])).toEqual([numbered(0), numbered(1)])
  expect(back).not.toHaveProperty("nextCursor")
  expect(back).not.toHaveProperty("previousCursor")
})

test("The page before an empty page includes the last row before it.", async () => {
  await load(...range(0, 4).map(numbered))
  const first = await readFirst(2)
  for (const number of [2, 3]) await remove(numbered(number))
  const empty = await walker().follow(first.nextCursor ?? "", 2)
  const back = await walker().follow(empty.previousCursor ?? "", 2)
  expect(namesOf([back])).toEqual([numbered(0), numbered(1)])
})

test("If everything before was deleted, a page of records has no previous cursor.", async () => {
  await load(...range(0, 4).map(numbered))
  const first = await readFirst(2)
  for (const number of [0, 1]) await remove(numbered(number))
  const second: ListedPage = await walker().follow(first.nextCursor ?? "", 2)
  expect(second.count).toBe(2)
  expect(second).not.toHaveProperty("previousCursor")
})

test("If everything before was deleted, an empty page reached backward still has a next cursor.", async () => {
  await load(...range(0, 4).map(numbered))
  const first = await readFirst(2)
  const second = await walker().follow(first.nextCursor ?? "", 2)
  for (const number of [0, 1]) await remove(numbered(number))
  const empty = await walker().follow(second.previousCursor ?? "", 2)
  expect(empty.count).toBe(0)
  const again = await walker().follow(empty.nextCursor ?? "", 2)
  expect(namesOf([again])).toEqual([numbered(2), numbered(3)])
})

test("A cursor keeps the filter, also for checking whether more records exist.", async () => {
  await load("A", "B", "C", null, null)
  const filters = [{ property: "name", operator: "ne", value: null }] as const
  const pages = await walker().forward({ filters, sort: [] }, [2])
  expect(pages.map(({ count }) => count)).toEqual([2, 1])
})

test("A list shows the records of its own path only.", async () => {
  const operation = listOperation("content-views")
  const path = { moduleId: randomUUID(), contentId: randomUUID() }
  const other = { ...path, contentId: randomUUID() }
  const rows = [path, path, other].map((scope) => ({ scope, values: { id: randomUUID() } }))
  await testStore.store.loadRecords("contentView", rows)
  const counts = [path, other, { ...path, contentId: randomUUID() }].map(
    async (scope) => (await createWalker(testStore.store, operation, scope).read(everything)).count,
  )
  expect(await Promise.all(counts)).toEqual([2, 1, 0])
})
