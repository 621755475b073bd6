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

const partitionsOf = async (at = schema) =>
  (
    await pool.query<{ name: string }>(
      `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = '"${at}".audit_event'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name)
const monthsFrom = (first: Date, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index))
    return `audit_event_${month.toISOString().slice(0, 7).replace("-", "_")}`
  })
const readAll = (filter = {}) => table.read({ filter, limit: 200 })
const dropBefore = async (day: string | null) => {
  const text = `select "${schema}".drop_audit_before($1::date) as dropped`
  return (await pool.query(text, [day])).rows[0].dropped
}

test("an event is read as it was written, with who, from where and when", async () => {
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

test("pages lead from the newest to the oldest, each event once, also while more are written", async () => {
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
])("events are found by %s", async (_, filter, count) => {
  const person = { subject: "filtered", name: "Filter Ann", email: "ann@firm.test" }
  if (count > 0 && (await readAll({ person: "filtered" })).events.length === 0) {
    await table.add(event({ person }))
    const details = { batch: randomUUID(), count: 3 }
    await table.add(event({ person, kind: "batch_begun", details }))
  }
  expect((await readAll(filter)).events).toHaveLength(count)
})

describe("the table only grows", () => {
  test.each([
    "update %s set outcome = 'failed'",
    "update %s set outcome = 'failed' where false",
    "delete from %s",
    "delete from %s where false",
    "truncate %s",
    "insert into %s (at, kind, outcome, instance, id) select at, kind, outcome, instance, id from %s limit 1 on conflict (at, id) do update set kind = 'signed_out'",
    "merge into %s as one using (select 1) as other on true when matched then delete",
  ])("%s is refused to its owner, whole and by its months", async (statement) => {
    await table.add(event())
    const before = (await pool.query(`select count(*)::int as count from ${events}`)).rows[0].count
    for (const name of ["audit_event", ...(await partitionsOf())])
      await expect(
        pool.query(statement.replaceAll("%s", `"${schema}"."${name}"`)),
      ).rejects.toMatchObject({ code: "42501" })
    const after = (await pool.query(`select count(*)::int as count from ${events}`)).rows[0].count
    expect(after).toBe(before)
  })

  test("with room for a short event alone", async () => {
    const details = { setting: "x".repeat(3000), values: {} }
    await expect(table.add(event({ kind: "setting_changed", details }))).rejects.toThrow(/check/)
    await expect(table.add(event({ instance: "x".repeat(101) }))).rejects.toThrow(/check/)
  })
})

describe("its months", () => {
  test("of now and the next two are there from the start, and made once", async () => {
    const wanted = [...monthsFrom(new Date(), 3), "audit_event_default"]
    expect(await partitionsOf()).toEqual(wanted)
    await Promise.all([table.makePartitions(), table.makePartitions()])
    expect(await partitionsOf()).toEqual(wanted)
  })

  test("what belongs to none is written all the same, and a month that has some goes on there", async () => {
    const insert = `insert into ${events} (at, kind, outcome, instance) values ($1, 'signed_in', 'done', 'x')`
    await pool.query(insert, ["2019-05-03T00:00:00Z"])
    const text = `select "${schema}".make_audit_partitions('2019-05-20', 2) as made`
    expect((await pool.query(text)).rows[0].made).toBe(1)
    expect(await partitionsOf()).toContain("audit_event_2019_06")
    await pool.query(insert, ["2019-05-31T23:59:59Z"])
    expect((await readAll({ to: "2019-06-01T00:00:00Z" })).events).toHaveLength(2)
  })

  test("go as a whole when they are over, with the names of those who are in no other", async () => {
    await pool.query(`select "${schema}".make_audit_partitions('2018-01-01', 2)`)
    const old = { subject: "long gone", name: "Long Gone", email: null }
    await table.add(event({ person: old }))
    const move = `insert into ${events} (at, kind, outcome, instance, person)
      select $1, 'signed_in', 'done', 'x', id from "${schema}".audit_person where subject = $2`
    await pool.query(move, ["2018-01-31T23:59:59.999Z", "eva"])
    await pool.query(move, ["2018-02-01T00:00:00Z", "eva"])
    await pool.query(`insert into "${schema}".audit_person (subject) values ('nobody')`)
    expect(await dropBefore("2018-02-27")).toBe(1)
    expect((await readAll({ to: "2018-03-01" })).events).toHaveLength(1)
    expect(await dropBefore("2019-12-01")).toBe(3)
    expect((await readAll({ to: "2019-12-31" })).events).toEqual([])
    expect(await partitionsOf()).toEqual([...monthsFrom(new Date(), 3), "audit_event_default"])
    await pool.query(
      `insert into ${events} (at, kind, outcome, instance) values ('2017-01-01', 'signed_in', 'done', 'x')`,
    )
    await expect(pool.query(`delete from "${schema}".audit_event_default`)).rejects.toThrow()
    const people = await pool.query(`select subject from "${schema}".audit_person`)
    expect(people.rows.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(["eva", "long gone"]),
    )
    expect(people.rows).not.toContainEqual({ subject: "nobody" })
  })

  test("leave a name that stands in another month, whoever it was done to, and look for none where nothing is dropped", async () => {
    await pool.query(`select "${schema}".make_audit_partitions('2016-05-01', 1)`)
    const about = { subject: "spoken of", name: null, email: null }
    await table.add(event({ about }))
    const nobody = `insert into "${schema}".audit_person (subject) values ('nobody')`
    await pool.query(nobody)
    const subjects = async () => {
      const { rows } = await pool.query(`select subject from "${schema}".audit_person`)
      return rows.map(({ subject }) => subject)
    }
    expect(await dropBefore("2016-05-31")).toBe(0)
    expect(await subjects()).toContain("nobody")
    expect(await dropBefore("2016-06-01")).toBe(1)
    expect(await subjects()).toContain("spoken of")
    expect(await subjects()).not.toContain("nobody")
  })

  test("of the last 30 days are dropped by nobody", async () => {
    const day = new Date(Date.now() - 29 * 86_400_000).toISOString()
    await expect(dropBefore(day)).rejects.toThrow(/last 30 days/)
    await expect(dropBefore(null)).rejects.toThrow(/30 days/)
  })
})

test("that somebody is erased is written under their number, and where they have none, under a new one", async () => {
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

test("two events of the same two people at once are both written", async () => {
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
