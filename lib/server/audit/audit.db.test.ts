import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import type { StoredAuditEvent } from "../../contract"
import { appFiles } from "../testing/app-folder"
import { type SignedIn, startSignedIn } from "../testing/ask-as"

let dashboard: SignedIn
beforeAll(async () => {
  dashboard = await startSignedIn(inject("databaseUrl"))
})
afterAll(() => dashboard?.stop())
beforeEach(() => {
  dashboard.lines.length = 0
})

const readLines = (): Record<string, unknown>[] => dashboard.lines.map((line) => JSON.parse(line))

type Who = "admin" | "hr" | "analyst"
const own = (origin: string) => ({
  "x-requested-with": "dashboard",
  origin,
  "content-type": "application/json",
})

async function ask(who: Who | undefined, requested: string, json?: unknown, mount?: "front") {
  const [method = "", path = ""] = requested.split(" ")
  const answer = await dashboard.ask(
    path,
    {
      method,
      ...(who && { cookie: dashboard.cookies[who] }),
      headers: { ...(method !== "GET" && own(dashboard.origin)), "x-forwarded-for": "203.0.113.9" },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    },
    mount,
  )
  if (!answer) throw new Error(`There is no ${requested}.`)
  return answer
}

const eventsOf = async (kind: string): Promise<StoredAuditEvent[]> => {
  const answer = await ask("admin", `GET /api/audit?kind=${kind}&limit=200`)
  return (await answer.json()).events
}
const countRows = async () =>
  (await dashboard.people.pool.query("select count(*)::int as count from dashboard.audit_event"))
    .rows[0].count as number

test.each([
  [
    "the threshold of small groups",
    "PUT /api/kpis/settings",
    { least: 6 },
    "small_groups_changed",
    { to: 6 },
  ],
  [
    "how changes are sent",
    "PUT /api/departments/settings",
    { version: "v1.2", takesTests: false },
    "setting_changed",
    { setting: "department-edits", values: { version: "v1.2", takesTests: false } },
  ],
  [
    "how lists are copied",
    "PUT /api/copies/departments",
    { isCopied: true, everyMinutes: 60, retentionDays: null },
    "setting_changed",
    {
      setting: "copies",
      values: { operation: "departments", isCopied: true, everyMinutes: 60, retentionDays: null },
    },
  ],
  [
    "an export",
    "POST /api/exports",
    { operation: "departments", format: "csv" },
    "export_made",
    { export: expect.any(String), operation: "departments", format: "csv" },
  ],
  [
    "the end of somebody's sessions",
    "DELETE /api/sessions/nobody-at-all",
    undefined,
    "session_ended",
    { by: "administrator", count: 0 },
  ],
  [
    "the end of one's own other sessions",
    "DELETE /api/sessions/own/others",
    undefined,
    "session_ended",
    { by: "person", which: "others", count: 0 },
  ],
] as const)(
  "%s is recorded with its person, roles and request id",
  async (_, requested, json, kind, details) => {
    const answer = await ask("admin", requested, json)
    expect(answer.status).toBe(200)
    const [event] = await eventsOf(kind)
    expect(event).toMatchObject({
      kind,
      outcome: "done",
      person: { email: "admin@demo.test" },
      roles: ["admin"],
      requestId: answer.headers.get("x-request-id"),
      details,
    })
    expect(readLines().find((line) => line["event"] === kind)).toMatchObject({
      msg: "security",
      outcome: "done",
      instance: event?.instance,
      person: expect.stringMatching(/^[\w-]{16}$/),
      requestId: event?.requestId,
    })
  },
)

test("a request refused for its permission is recorded with its person; repeats are only counted", async () => {
  const before = await countRows()
  for (let at = 0; at < 50; at += 1)
    expect((await ask("analyst", "PUT /api/kpis/settings", { least: 1 })).status).toBe(403)
  const [event] = await eventsOf("refused")
  expect(event).toMatchObject({
    outcome: "refused",
    person: { email: "analyst@demo.test" },
    details: { operation: "change-small-groups", code: "forbidden", permission: "kpis:write" },
  })
  expect((await countRows()) - before).toBe(1)
  const told = readLines().filter((line) => line["operation"] === "change-small-groups")
  expect(told).toHaveLength(50)
  expect(new Set(told.map((line) => line["person"])).size).toBe(1)
})

test("log lines contain no person's id, name, e-mail or address", async () => {
  for (const who of ["admin", "hr", "analyst"] as const) {
    await ask(who, "GET /api/audit")
    await ask(who, "GET /api/v1.4/departments", undefined, "front")
  }
  const { rows } = await dashboard.people.pool.query(
    "select subject, name, email from dashboard.audit_person",
  )
  const secrets = rows.flatMap(({ subject, name, email }) => [subject, name, email]).filter(Boolean)
  expect(secrets.length).toBeGreaterThan(3)
  const written = dashboard.lines.join()
  for (const secret of [...secrets, "203.0.113.9", "127.0.0.1"])
    expect(written).not.toContain(secret)
})

test("the recorded address is the peer of the connection, whatever the headers say", async () => {
  await ask("hr", "GET /api/audit", undefined, "front")
  const refused = await eventsOf("refused")
  const address = refused.find(({ details }) => details["operation"] === "read-audit")?.address
  expect(address).toBe("127.0.0.1")
})

test.each(["hr", "analyst"] as const)("%s may read neither the audit nor its file", async (who) => {
  expect((await ask(who, "GET /api/audit")).status).toBe(403)
  expect((await ask(who, "GET /api/audit/file")).status).toBe(403)
  expect((await ask(undefined, "GET /api/audit")).status).toBe(401)
})

test("the file has every matching event, including its own export, and escapes formulas in names", async () => {
  await dashboard.people.pool.query(
    `with known as (
       insert into dashboard.audit_person (subject, name) values ('formula', '=1+1') returning id
     ) insert into dashboard.audit_event (kind, outcome, instance, person)
       select 'signed_in', 'done', 'x', id from known`,
  )
  const answer = await ask("admin", "GET /api/audit/file")
  expect(answer.headers.get("content-type")).toContain("text/csv")
  const [head = "", ...rest] = (await answer.text()).split("\r\n")
  expect(head).toBe(
    "at,kind,outcome,personId,person,name,email,roles,aboutId,about,address,instance,requestId,details,id",
  )
  expect(rest[0]).toContain("audit_exported")
  expect(rest.filter((line) => line !== "").length).toBe(await countRows())
  expect(rest.join("\n")).toContain("'=1+1")
})

test("forged sign-in forms and made-up callbacks do not fill the audit table", async () => {
  const before = await countRows()
  for (let at = 0; at < 40; at += 1) {
    const forged = await dashboard.ask("/api/auth/signin/oidc", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `csrfToken=${at}`,
    })
    expect(forged?.status).toBe(302)
    await dashboard.ask(
      `/api/auth/callback/oidc?error=made-up-${at}&error_description=${at}&state=x`,
    )
  }
  const rows = (await countRows()) - before
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThanOrEqual(10)
  const events = await eventsOf("sign_in_failed")
  expect(events.map(({ details }) => details["code"])).toContain("forged_form")
  expect(JSON.stringify(events)).not.toContain("made-up")
  expect(events[0]).toMatchObject({ outcome: "failed", person: null })
})

test("a refused page is recorded with the missing permission", async () => {
  const settings = appFiles.find(({ pattern }) => pattern === "/settings")
  const page = (await settings?.load())?.["default"] as () => Promise<{
    readonly type: (props: object) => Promise<unknown>
    readonly props: object
  }>
  await dashboard.call("/settings", dashboard.cookies.analyst, async () => {
    const { type, props } = await page()
    return type(props)
  })
  const of = async () =>
    (await eventsOf("refused")).find(({ details }) => details["operation"] === "page")
  await expect.poll(of).toMatchObject({
    person: { email: "analyst@demo.test" },
    details: { code: "forbidden", permission: "workspace:write" },
  })
})
