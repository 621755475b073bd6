import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { openTestPool, uniqueSchema } from "../testing/open-test-store"
import { migrateCopies } from "./migrate-copies"
import { createSyncLists } from "./sync-lists"

const pool = openTestPool()
const schema = uniqueSchema()
const lists = createSyncLists({ pool, schema, catalogue })
const operation = "content-views"
beforeAll(async () => {
  await migrateCopies(pool, catalogue, { schema })
})
beforeEach(async () => {
  await pool.query(`truncate "${schema}".sync_list, "${schema}".sync_operation cascade`)
})
afterAll(() => pool.end())

let count = 0
/** Adds a list with these columns; by default it is open. */
async function add(columns: Readonly<Record<string, unknown>> = {}) {
  count += 1
  const all = { path: `/${count}`, operation, parameters: "{}", rank: 50, ...columns }
  const names = Object.keys(all)
  const values = names.map((_, at) => `$${at + 1}`)
  const text = `insert into "${schema}".sync_list (${names}) values (${values})`
  await pool.query(text, Object.values(all))
}
const there = { state: "idle", checked_at: new Date(), synced_until: new Date(), rows: 3 }
const coverage = (more = {}) => lists.coverage({ operations: [operation], ...more })

test("Coverage reports how many lists are open, and remembers that there were none before.", async () => {
  expect(await coverage()).toMatchObject({ lists: 0, open: 0 })
  await add(there)
  await add()
  expect(await coverage()).toMatchObject({ whole: 1, lists: 2, open: 1, callsLeft: 1 })
  await pool.query(`update "${schema}".sync_list set checked_at = now() where checked_at is null`)
  expect(await coverage()).toMatchObject({ open: 0, isNoted: false, callsLeft: 0 })
  expect(await lists.completeOperations()).toEqual([operation])
  await lists.noteComplete([operation])
  await add()
  expect(await coverage()).toMatchObject({ whole: 2, lists: 3, open: 1, isNoted: true })
  expect(await lists.completeOperations()).toEqual([])
})

test("A forbidden list counts as complete; one that failed, or has for an hour, is reported as failing.", async () => {
  await add(there)
  await add({ state: "failed", reason: "upstream_forbidden" })
  expect(await coverage()).toMatchObject({ whole: 2, failing: 0, open: 0 })
  const parameters = JSON.stringify({ contentId: "1" })
  await add({ state: "failed", reason: "refused_request", parameters })
  await add({ failures: 120, reason: "upstream_unavailable" })
  const failingParameters = [parameters, "{}"]
  expect(await coverage()).toMatchObject({
    lists: 4,
    whole: 2,
    failing: 2,
    failingParameters,
    open: 0,
  })
  await add({ failures: 3, reason: "upstream_unavailable" })
  expect(await coverage()).toMatchObject({ failing: 2, open: 1 })
})

test("Requested lists are claimed before other lists, but after the daily ones.", async () => {
  const holder = crypto.randomUUID()
  await add({ operation: "departments", rank: 0 })
  await add({ rank: 53 })
  await add({ operation: "comment-reactions", rank: 50 })
  await lists.askFor(operation)
  const claimed = async () => {
    const [found] = await lists.claim(holder, 60_000, { max: 1, isAutomatic: true })
    return (await lists.read(found?.id ?? ""))?.operation
  }
  expect([await claimed(), await claimed(), await claimed()]).toEqual([
    "departments",
    operation,
    "comment-reactions",
  ])
})

test("The calls ahead are those of the daily lists and of requested ones up to the last own list.", async () => {
  await add({ operation: "departments", rank: 0 })
  await add({ rank: 20 })
  await add({ rank: 53 })
  await add({ operation: "comment-reactions", rank: 51, asked_at: new Date() })
  await add({ operation: "stage-comment", rank: 52 })
  expect(await coverage()).toMatchObject({ callsLeft: 2, callsAhead: 4 })
  expect(await coverage({ maxRank: 20 })).toMatchObject({ lists: 1, callsLeft: 1, callsAhead: 2 })
})
