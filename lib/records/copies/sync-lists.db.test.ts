import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { openTestPool, uniqueSchema } from "../testing/open-test-store"
import { migrateCopies } from "./migrate-copies"
import { createSyncLists } from "./sync-lists"
import type { SyncKind } from "./synced-list"

const pool = openTestPool()
const schema = uniqueSchema()
const lists = createSyncLists({ pool, schema, catalogue })
const holder = crypto.randomUUID()
let path: string
beforeAll(async () => {
  await migrateCopies(pool, catalogue, { schema })
})
afterAll(async () => {
  await pool.end()
})
beforeEach(() => {
  path = `/v1.4/${crypto.randomUUID()}`
})

const start = () =>
  lists.start({ path, operation: "departments", parameters: "{}", everyMinutes: null })
const find = async () => {
  const found = await lists.find(path)
  if (!found) throw new Error("The list is gone.")
  return found
}

/** Claims the list if it is due. */
async function claim() {
  const { id } = await find()
  const claimed = await lists.claim(holder, 3_600_000, { max: 1, isAutomatic: false })
  return claimed.some((each) => each.id === id)
}

/** Claims the list and starts a run. */
async function begin(kind: SyncKind) {
  expect(await claim()).toBe(true)
  await lists.beginRun({ id: (await find()).id, holder }, kind, [])
}

async function finish() {
  const { id } = await find()
  await lists.finish({ id, holder }, { checkAgainMs: 3_600_000, rows: 0, keptFrom: null })
}

async function sync(kind: SyncKind) {
  await begin(kind)
  await finish()
}

test("A list without a schedule is idle after its run until another run is requested.", async () => {
  await start()
  await sync("full")
  expect(await find()).toMatchObject({ state: "idle", nextAt: null, wantsCheck: false })
  expect(await claim()).toBe(false)
  await lists.wantCheck(path)
  await sync("recheck")
  expect(await find()).toMatchObject({ state: "idle", nextAt: null, wantsCheck: false })
  expect(await claim()).toBe(false)
})

test("The next sync is scheduled from the start of the run, so that it is due at once after a long run.", async () => {
  await start()
  await lists.schedule(path, 30)
  await begin("full")
  const began = "jsonb_build_object('startedAt', now() - interval '2 hours')"
  await pool.query(`update "${schema}".sync_list set run = run || ${began} where path = $1`, [path])
  await finish()
  expect(await claim()).toBe(true)
  await lists.release(holder, (await find()).id)
  await sync("incremental")
  expect(await claim()).toBe(false)
})

test("The current run is the first in the history and has no end.", async () => {
  await start()
  await sync("full")
  await lists.wantCheck(path)
  await begin("recheck")
  const [now, before] = await lists.history(path)
  expect(now).toMatchObject({ kind: "recheck", endedAt: null, outcome: null })
  expect(before).toMatchObject({ kind: "full", endedAt: expect.any(String), outcome: "done" })
})

test("A recheck that is requested during a recheck runs once more.", async () => {
  await start()
  await sync("full")
  await lists.wantCheck(path)
  await begin("recheck")
  await lists.wantCheck(path)
  await finish()
  expect(await find()).toMatchObject({ wantsCheck: true })
  await sync("recheck")
  expect(await find()).toMatchObject({ wantsCheck: false })
  expect(await claim()).toBe(false)
})

test("A sync that is requested during a sync runs once more.", async () => {
  await start()
  await sync("full")
  await start()
  await begin("incremental")
  await start()
  await finish()
  await sync("incremental")
  expect(await claim()).toBe(false)
})

test.each([
  ["synced", start],
  ["compared", () => lists.wantCheck(path)],
])("A list that is to be %s is still due after it was paused and resumed.", async (_, want) => {
  await start()
  await sync("full")
  await want()
  await lists.pause(path)
  expect(await claim()).toBe(false)
  await lists.resume(path)
  expect(await claim()).toBe(true)
})

test("A list that is idle when it is paused is idle when it is resumed.", async () => {
  await start()
  await sync("full")
  await lists.pause(path)
  await lists.resume(path)
  expect(await claim()).toBe(false)
})

test("Old call counts are deleted when new calls are counted.", async () => {
  const { calls } = lists.tables
  const old = "date_trunc('hour', now() - interval '40 days')"
  await pool.query(`insert into ${calls} values (${old}, 'departments', 7)`)
  await start()
  await lists.countCalls({ id: (await find()).id, holder }, 1)
  expect((await pool.query(`select 1 from ${calls} where hour <= ${old}`)).rowCount).toBe(0)
})
