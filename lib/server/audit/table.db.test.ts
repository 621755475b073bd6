import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { migrateTables, openPool, poolSession } from "../../db"
import { addErasure, createAuditTable, type NewAuditEvent } from "./table"

const schema = `audit_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const table = createAuditTable({ pool, schema })
const events = `"${schema}".audit_event`
beforeAll(() => migrateTables(pool, "dashboard", schema))
afterAll(async () => {
  await pool.end()
})

const eva = { subject: "eva", name: "Eva Lund", email: "eva@firm.test" }
const event = (more: Partial<NewAuditEvent> = {}): NewAuditEvent =>
  ({
    kind: "signed_in",
    details: {},
    outcome: "done",
    person: eva,
    about: null,
    roles: ["hr"],
    address: "192.0.2.7",
    instance: "machine:1",
    requestId: "proxy-1:a.b",
    ...more,
  }) as NewAuditEvent

const readAll = (filter = {}) => table.read({ filter, limit: 200 })
test("an event is read back as written, with its person, address and time", async () => {
  const written = event({ about: { subject: "ben", name: null, email: null } })
  await table.add(written)
  const [read] = (await readAll({ person: "ben" })).events
  expect(read).toMatchObject({
    kind: "signed_in",
    outcome: "done",
    person: eva,
    about: { subject: "ben", name: null, email: null },
    roles: ["hr"],
    address: "192.0.2.7",
    instance: "machine:1",
    requestId: written.requestId,
    details: {},
  })
  expect(Math.abs(Date.parse(read?.at ?? "") - Date.now())).toBeLessThan(60_000)
})

test("paging from newest to oldest returns each event once, even while events are added", async () => {
  const person = { subject: "pages", name: null, email: null }
  for (let at = 0; at < 7; at += 1)
    await table.add(event({ person, kind: "names_uploaded", details: { count: at } }))
  const seen: unknown[] = []
  let before: string | undefined
  do {
    const page = await table.read({ filter: { person: "pages" }, limit: 3, before })
    seen.push(...page.events.map(({ details }) => details["count"]))
    before = page.next ?? undefined
    await table.add(event({ person, kind: "names_uploaded", details: { count: 99 } }))
  } while (before !== undefined)
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0])
})

test.each([
  ["the kind", { kind: "batch_begun" as const }, 1],
  ["the identity's id", { person: "filtered" }, 2],
  ["a part of the name", { person: "FILTER ANN" }, 2],
  ["a part of the e-mail", { person: "ann@" }, 2],
  ["nobody's name", { person: "%" }, 0],
  ["a time that is over", { to: "2020-01-01T00:00:00Z" }, 0],
  ["kind and person", { kind: "batch_begun" as const, person: "filtered" }, 1],
])("events are filtered by %s", async (_, filter, count) => {
  const person = { subject: "filtered", name: "Filter Ann", email: "ann@firm.test" }
  if (count > 0 && (await readAll({ person: "filtered" })).events.length === 0) {
    await table.add(event({ person }))
    const details = { batch: randomUUID(), count: 3 }
    await table.add(event({ person, kind: "batch_begun", details }))
  }
  expect((await readAll(filter)).events).toHaveLength(count)
})

describe("The table is append-only:", () => {
  test.each([
    "update % set outcome = 'failed'",
    "update % set outcome = 'failed' where false",
    "delete from %",
    "truncate %",
    "insert into % (at, kind, outcome, instance, id) select at, kind, outcome, instance, id from % limit 1 on conflict (at, id) do update set kind = 'signed_out'",
    "merge into % as one using (select 1) as other on true when matched then delete",
  ])("%s is refused even for its owner.", async (statement) => {
    await table.add(event())
    const count = async () =>
      (await pool.query(`select count(*)::int as count from ${events}`)).rows[0].count
    const before = await count()
    await expect(pool.query(statement.replaceAll("%", events))).rejects.toMatchObject({
      code: "42501",
    })
    expect(await count()).toBe(before)
  })

  test("only events older than 30 days can be deleted.", async () => {
    const insert = `insert into ${events} (at, kind, outcome, instance)
      values (now() - $1 * interval '1 day', 'signed_in', 'done', 'old')`
    for (const days of [29.9, 30.1, 4000]) await pool.query(insert, [days])
    const remove = `delete from ${events} where instance = 'old' and at < now() - $1 * interval '1 day'`
    await expect(pool.query(remove, [29])).rejects.toThrow(/only grows/)
    expect((await pool.query(remove, [30])).rowCount).toBe(2)
  })

  test("an event that is too large is refused.", async () => {
    const details = { setting: "x".repeat(3000), values: {} }
    await expect(table.add(event({ kind: "setting_changed", details }))).rejects.toThrow(/check/)
    await expect(table.add(event({ instance: "x".repeat(101) }))).rejects.toThrow(/check/)
  })
})

test("an erasure is recorded under the person's id, or under a new id if the person has none", async () => {
  const person = { subject: "known one", name: "Known One", email: "known@one.test" }
  await table.add(event({ person }))
  const [before] = (await readAll({ person: "known one" })).events
  const erased = { rows: 12, instance: "a machine:1", schema }
  await addErasure(poolSession(pool), { ...erased, ids: ["of the platform", "known one"] })
  await addErasure(poolSession(pool), { ...erased, ids: ["of nobody"] })
  const { events: written } = await readAll({ kind: "person_erased" })
  expect(written).toMatchObject([
    { about: { subject: null }, person: null, details: { rows: 12 }, outcome: "done" },
    { about: { id: before?.person?.id }, person: null, instance: "a machine:1" },
  ])
  expect(JSON.stringify(written[0])).not.toContain("of nobody")
})

test("concurrent events of the same two people are all written", async () => {
  const one = { subject: "first of two", name: "One", email: null }
  const other = { subject: "other", name: "Other", email: null }
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      table.add(
        event(index % 2 === 0 ? { person: one, about: other } : { person: other, about: one }),
      ),
    ),
  )
  expect((await readAll({ person: "first of two" })).events).toHaveLength(40)
})
