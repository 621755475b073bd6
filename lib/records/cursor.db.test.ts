import { randomBytes, randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ListedPage } from "./read-page"
import { createStore } from "./store"
import { baseUrl, openTestStore } from "./testing/open-test-store"
import { listOperation } from "./testing/operations"
import { departmentsNamed, numbered, range } from "./testing/samples"
import { createWalker, everything } from "./testing/walk"

const departments = listOperation("departments")
const views = listOperation("content-views")
const sixHours = 6 * 60 * 60 * 1000

describe("a cursor", () => {
  let now = Date.parse("2026-01-01T00:00:00Z")
  let testStore: Awaited<ReturnType<typeof openTestStore>>
  let first: ListedPage
  const walk = (store = testStore.store, operation = departments, path = {}) =>
    createWalker(store, operation, path)

  beforeAll(async () => {
    testStore = await openTestStore({ clock: () => now })
    await testStore.store.loadRecords("department", departmentsNamed(...range(0, 10).map(numbered)))
    first = await walk().read({ ...everything, limit: 3 })
  })
  afterAll(() => testStore.close())

  const invalid = { code: "invalid_cursor" }

  test("is refused if any of its characters is changed, added or removed", async () => {
    const cursor = first.nextCursor ?? ""
    const forgeries = range(0, cursor.length).map((index) => {
      const changed = cursor[index] === "A" ? "B" : "A"
      return cursor.slice(0, index) + changed + cursor.slice(index + 1)
    })
    for (const forgery of [...forgeries, `${cursor}=`, ` ${cursor}`, cursor.slice(1)])
      await expect(walk().follow(forgery, 3), forgery).rejects.toMatchObject(invalid)
  })

  test.each(["", "x", "A".repeat(28), "A".repeat(40), "a.b.c.d.e", "\0", "😀".repeat(5000)])(
    "is refused if it is malformed: %j",
    async (text) => {
      await expect(walk().follow(text, 3)).rejects.toMatchObject(invalid)
    },
  )

  test("is refused by another operation on the same records", async () => {
    const other = walk(testStore.store, listOperation("departments-v1.2"))
    await expect(other.follow(first.nextCursor ?? "", 3)).rejects.toMatchObject(invalid)
  })

  test("is refused at another path of the same operation", async () => {
    const path = { moduleId: randomUUID(), contentId: randomUUID() }
    const rows = range(0, 3).map(() => ({ scope: path, values: { id: randomUUID() } }))
    await testStore.store.loadRecords("contentView", rows)
    const { nextCursor = "" } = await walk(testStore.store, views, path).read({
      ...everything,
      limit: 1,
    })
    const other = walk(testStore.store, views, { ...path, contentId: randomUUID() })
    await expect(other.follow(nextCursor, 1)).rejects.toMatchObject(invalid)
    expect((await walk(testStore.store, views, path).follow(nextCursor, 5)).count).toBe(2)
  })

  test("is refused with another key, and accepted by every store of the same database", async () => {
    const { pool, schema } = testStore
    const options = { pool, schema, clock: () => now, catalogue: testStore.catalogue }
    const stranger = createStore({ ...options, cursorKey: randomBytes(32) })
    const sibling = createStore(options)
    const cursor = first.nextCursor ?? ""
    await expect(walk(stranger).follow(cursor, 3)).rejects.toMatchObject(invalid)
    expect((await walk(sibling).follow(cursor, 3)).count).toBe(3)
  })

  test("is valid for six hours from its issue, and each page issues a new one", async () => {
    const issued = now
    now = issued + sixHours
    const second = await walk().follow(first.nextCursor ?? "", 3)
    now = issued + sixHours + 1
    await expect(walk().follow(first.nextCursor ?? "", 3)).rejects.toMatchObject({
      code: "cursor_expired",
    })
    now = issued + 2 * sixHours
    const third = await walk().follow(second.nextCursor ?? "", 3)
    expect(third.records.map(({ name }) => name)).toEqual([6, 7, 8].map(numbered))
    now = issued
  })

  test("keeps filters and sort while the limit changes", async () => {
    const query = {
      filters: [{ property: "name", operator: "gte", value: numbered(2) }],
      sort: [{ property: "name", descending: true }],
    } as const
    const pages = await walk().forward(query, [1, 2, 4])
    expect(pages.map(({ records }) => records.map(({ name }) => name))).toEqual(
      [[9], [8, 7], [6, 5, 4, 3], [2]].map((page) => page.map(numbered)),
    )
  })

  test("uses the operation's default if no limit is given", async () => {
    const cursor = first.nextCursor ?? ""
    const page = await testStore.store.readPage(
      departments,
      {},
      { cursor },
      { baseUrl, scope: "all" },
    )
    expect(page).toMatchObject({ count: 7, limit: departments.limit.default })
  })

  test("reveals none of its content and is short", () => {
    const cursor = first.nextCursor ?? ""
    const bytes = Buffer.from(cursor, "base64url").toString("latin1")
    for (const part of ["name", "departments", numbered(2)])
      expect(`${cursor} ${bytes}`).not.toContain(part)
    expect(cursor.length).toBeLessThan(400)
  })
})
