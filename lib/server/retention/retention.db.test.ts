import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { type DatabaseSession, migrateTables, openPool } from "@/lib/db"
import { createLog } from "../http/log"
import { removeOld, startRetention } from "./retention"
import { retentionRules } from "./rules"

const schema = `retention_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 4 })
const days = { edits: 90, audit: 90 }
const lines: string[] = []
const pace = { pool, restMs: 0, signal: new AbortController().signal }

function ruleOf(kind: string) {
  const rule = retentionRules(days, schema).find((each) => each.kind === kind)
  if (!rule) throw new Error("There is no such rule.")
  return rule
}

const log = createLog({ write: (line) => void lines.push(line) })

const run = (text: string) => pool.query(text.replaceAll("@", `"${schema}"`))
const count = async (table: string) =>
  Number((await run(`select count(*) from @.${table}`)).rows[0].count)

beforeAll(async () => {
  await migrateTables(pool, "dashboard", schema)
})
beforeEach(async () => {
  await run(`truncate @.keyed_document, @.call_log_call, @.call_log_waiter, @.session,
    @.recent_record, @.edit, @.edit_batch cascade`)
})
afterAll(async () => {
  await pool.end()
})

/** Statements that insert expired rows and rows to keep, for each kind. */
const plants: { readonly [kind: string]: readonly [table: string, text: string] } = {
  documents: [
    "keyed_document",
    `insert into @.keyed_document (kind, id, document, expires_at) select 'x', each::text, '{}',
      case when each <= 2100 then now() - interval '1 s' when each <= 2103 then now() + interval '1 hour' end
      from generate_series(1, 2105) as each`,
  ],
  calls: [
    "call_log_call",
    `insert into @.call_log_call select 'c', each::text, 'person',
      now() - case when each <= 1100 then interval '2 hours' else interval '1 minute' end from generate_series(1, 1105) as each`,
  ],
  demand: [
    "call_log_waiter",
    `insert into @.call_log_waiter select 'c', gen_random_uuid(), 'person', each::text, 1, now(),
      now() - case when each <= 20 then interval '2 hours' else interval '1 minute' end from generate_series(1, 25) as each`,
  ],
  sessions: [
    "session",
    `insert into @.session (id, person, roles, tokens, signed_in_at) select each::text, 'p', '{}', '',
      now() - case when each <= 2100 then interval '25 hours' else interval '7 hours' end from generate_series(1, 2105) as each`,
  ],
  recents: [
    "recent_record",
    `insert into @.recent_record (person, operation, ids, opened_at) select each::text, 'o', '{a}',
      now() - case when each <= 1100 then interval '366 days' else interval '364 days' end from generate_series(1, 1105) as each`,
  ],
  edits: [
    "edit",
    `insert into @.edit (intended_at, person_id, operation, record_id, patch, request_id, outcome, verdict)
      select now() - case when each <= 1103 then interval '91 days' else interval '89 days' end, 'p', 'o', 'r', '[]', 'q',
        case each when 1101 then 'intended' when 1102 then 'unknown' when 1103 then 'unknown' else 'applied' end,
        case each when 1103 then 'applied' end
      from generate_series(1, 1106) as each`,
  ],
  batches: [
    "edit_batch",
    `with made as (
      insert into @.edit_batch (title, state, person_id, started_at, ended_at) select 't',
        case when each = 5 then 'running' else 'done' end, 'p', now() - interval '100 days',
        now() - case when each <= 5 then interval '91 days' else interval '89 days' end
      from generate_series(1, 9) as each returning id)
    insert into @.edit_batch_item (batch, place, record_id, patch) select id, each, each::text, '[]'
      from made, generate_series(1, 30) as each`,
  ],
}
/** The number of rows that remain of each kind, including open edits and a running batch. */
const left: { readonly [kind: string]: number } = { edits: 5, recents: 5, batches: 5 }

test.each(Object.keys(plants))("Only expired rows are deleted, in batches: %s.", async (kind) => {
  const [table, text] = plants[kind] ?? ["", ""]
  await run(text)
  const before = await count(table)
  const rows = await removeOld(ruleOf(kind), pace)
  expect(await count(table)).toBe(left[kind] ?? 5)
  expect(rows).toBe(before - (left[kind] ?? 5))
  if (kind === "batches") expect(await count("edit_batch_item")).toBe(5 * 30)
})

/** The indexed column by which expired rows are found. The tables of other kinds are short. */
const indexed: { readonly [kind: string]: string } = {
  documents: "expires_at",
  sessions: "signed_in_at",
  recents: "opened_at",
  batches: "started_at",
  edits: "intended_at",
}

test.each(Object.entries(indexed))(
  "Expired rows are found by an index, however many rows remain: %s.",
  async (kind, column) => {
    const [, text = ""] = plants[kind] ?? []
    await run(text)
    const client = await pool.connect()
    await client.query("set enable_seqscan = off; set enable_bitmapscan = off")
    const plan: string[] = []
    const query = async (statement: string, values: unknown[] = []) => {
      const { rows } = await client.query(`explain ${statement}`, values)
      plan.push(...rows.map((row) => row["QUERY PLAN"]))
      return []
    }
    await ruleOf(kind).remove({ query } as unknown as DatabaseSession, 10)
    client.release(true)
    expect(plan.join("\n")).toMatch(new RegExp(`Index Cond: \\(${column} <= `))
  },
)

test("With a retention of 0 days, edits, batches and audit events are kept forever.", () => {
  const kinds = retentionRules({ ...days, edits: 0, audit: 0 }, schema).map(({ kind }) => kind)
  expect(kinds).toEqual(["documents", "calls", "demand", "sessions", "recents"])
})

test("A locked row is skipped and deleted by the next run.", async () => {
  await run(plants["sessions"]?.[1] ?? "")
  const client = await pool.connect()
  await client.query(`begin; select 1 from "${schema}".session where id = '7' for update`)
  expect(await removeOld(ruleOf("sessions"), pace)).toBe(2099)
  await client.query("rollback")
  client.release()
  expect(await removeOld(ruleOf("sessions"), pace)).toBe(1)
})

test("An abort ends the work after the current statement.", async () => {
  await run(plants["sessions"]?.[1] ?? "")
  const stop = new AbortController()
  const removing = removeOld(ruleOf("sessions"), { pool, restMs: 200, signal: stop.signal })
  await delay(100)
  stop.abort()
  expect(await removing).toBe(1000)
})

test("Audit events are deleted after their retention, with persons who are in no other event.", async () => {
  await run("insert into @.audit_person (subject) values ('gone'), ('done to'), ('stays')")
  const idOf = (subject: string) =>
    `(select id from "${schema}".audit_person where subject = '${subject}')`
  await run(`insert into @.audit_event (at, kind, outcome, instance, person, about) values
    (now() - interval '91 days', 'signed_in', 'done', 'x', ${idOf("gone")}, ${idOf("done to")}),
    (now() - interval '91 days', 'signed_in', 'done', 'x', ${idOf("stays")}, null),
    (now() - interval '89 days', 'signed_in', 'done', 'x', ${idOf("stays")}, ${idOf("done to")})`)
  expect(await removeOld(ruleOf("audit"), pace)).toBe(2)
  const { rows } = await run("select subject from @.audit_person order by 1")
  expect(rows).toEqual([{ subject: "done to" }, { subject: "stays" }])
  expect(await removeOld(ruleOf("audit"), pace)).toBe(0)
})

test("Only one of several instances does each kind of work, once when it is due, and stores the count.", async () => {
  for (const [, text] of Object.values(plants)) await run(text)
  const often = { max: 1, pollMs: 20, leaseMs: 10_000, restMs: 0 }
  const stops = [1, 2, 3].map(() => startRetention({ pool, schema, days, log, pace: often }))
  const isDone = async () => {
    const { rows } = await run(
      "select count(*) filter (where ended_at is null)::int as left, count(*)::int as all from @.retention_work",
    )
    return rows[0].all === 9 && rows[0].left === 0
  }
  for (let tries = 0; tries < 500 && !(await isDone()); tries += 1) await delay(20)
  await Promise.all(stops.map((stop) => stop()))
  const { rows } = await run(
    "select kind, rows::int, due_at > now() as later, leased_by from @.retention_work order by kind",
  )
  expect(rows.find(({ kind }) => kind === "sessions")).toEqual({
    kind: "sessions",
    rows: 2100,
    later: true,
    leased_by: null,
  })
  expect(rows.every(({ later, leased_by }) => later && leased_by === null)).toBe(true)
  expect(rows.find(({ kind }) => kind === "documents")?.rows).toBe(2100)
  expect(lines).toEqual([])
})
