import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  catalogue,
  findList,
  findOperation,
  type ListOperation,
  parseListQuery,
  printPath,
  type Row,
} from "@/lib/catalogue"
import { baseUrl, openTestStore } from "./testing/open-test-store"

const [moduleId, seen, unread, unknown] = [
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
] as const
const [ida, bo] = [randomUUID(), randomUUID()]
const views = findOperation(catalogue, "content-views") as ListOperation
const posts = findList(catalogue, "all-content-posts") as ListOperation

let testStore: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  testStore = await openTestStore({ isCopy: true })
  const { store, pool, schema } = testStore
  await store.loadRecords(
    "contentPost",
    [seen, unread, unknown].map((id) => ({ scope: { moduleId }, values: { id } })),
  )
  const at = "2026-11-01T08:00:00Z"
  const view = (contentId: string, values: Row) => ({
    scope: { moduleId, contentId },
    values: { id: randomUUID(), ...values },
  })
  await store.loadRecords("contentView", [
    view(seen, { userId: ida, dateViewed: at, dateSwiped: at }),
    view(seen, { userId: ida, dateViewed: at, dateSwiped: null }),
    view(seen, { userId: bo, dateViewed: at, dateSwiped: null }),
    view(seen, { userId: null, dateViewed: at, dateSwiped: at }),
    view(unknown, { userId: bo, dateViewed: at, dateSwiped: at }),
  ])
  for (const contentId of [seen, unread])
    await pool.query(
      `insert into "${schema}".sync_list (path, operation, parameters, synced_until)
       values ($1, $2, $3, now())`,
      [
        printPath(views, { moduleId, contentId }),
        views.id,
        JSON.stringify({ moduleId, contentId }),
      ],
    )
})
afterAll(() => testStore.close())

async function read(search: string): Promise<Row[]> {
  const parsed = parseListQuery(posts, new URLSearchParams(search))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const shown = { language: "en", namesOf: () => undefined }
  const page = await testStore.store.readPage(posts, {}, parsed.query, {
    baseUrl,
    scope: "all",
    shown,
  })
  return JSON.parse(page.data) as Row[]
}

const figures = (rows: readonly Row[]) => rows.map(({ id, seenBy, readBy }) => [id, seenBy, readBy])

test("a post shows how many people have seen and read it once its list of views is copied", async () => {
  expect(figures(await read("sort=-readBy"))).toEqual([
    [seen, 2, 1],
    [unread, 0, 0],
    [unknown, null, null],
  ])
  expect(figures(await read("sort=readBy"))[0]).toEqual([unread, 0, 0])
})

test("posts without readers are distinguished from posts whose readers are unknown", async () => {
  expect(figures(await read("readBy=0"))).toEqual([[unread, 0, 0]])
  expect(figures(await read("readBy="))).toEqual([[unknown, null, null]])
  expect(figures(await read("seenBy[gte]=1"))).toEqual([[seen, 2, 1]])
})
