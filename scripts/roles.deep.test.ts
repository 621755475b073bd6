import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type CompanyWorld, openCompanyWorld } from "@/lib/server/testing/company-world"
import { query } from "./postgres/test-clusters"
import { root } from "./root"
import { findDumpPrograms } from "./testing/dump-programs"
import { locateSource, startTestServer, type TestServer } from "./testing/test-servers"

const source = locateSource()
if (typeof source === "string") console.log(`Roles of the database are not tested. ${source}`)

const secret = "a secret of at least thirty-two characters"
const [forSuperuser = "", forOwner = ""] = [
  ...(
    readFileSync(join(root, "docs/operations.md"), "utf8")
      .split(/^## /m)
      .find((each) => each.startsWith("Roles of the database\n")) ?? ""
  ).matchAll(/```sql\n([\s\S]*?)```/g),
].map(([, commands]) => commands)

let server: TestServer
let world: CompanyWorld
/** The URL of a database for one of the documented roles. */
function urlAs(role: string, database = "reports"): string {
  const url = new URL(server.url(database))
  url.username = role
  return url.href
}

function psql(url: string, commands: string) {
  const programs = findDumpPrograms(15, process.env)
  const variables = ["ON_ERROR_STOP=1", "owner_password=one", "reader_password=other"]
  return execFileSync("psql", [url, "--quiet", ...variables.map((each) => `--set=${each}`)], {
    input: commands,
    env: { ...process.env, PATH: [programs?.folder, process.env["PATH"]].join(delimiter) },
  })
}

beforeAll(async () => {
  if (typeof source === "string") return
  server = await startTestServer({ source })
  await query(server.url("postgres"), "create database platform template template0")
  await query(server.url("postgres"), "create role passer_by login")
  psql(server.url("postgres"), forSuperuser)
  psql(urlAs("reports_owner"), forOwner)
  world = await openCompanyWorld({
    databaseUrl: urlAs("reports_owner"),
    platformDatabaseUrl: server.url("platform"),
  })
})
afterAll(async () => {
  await world?.stop()
  await server?.remove()
})

describe.skipIf(typeof source === "string")("The documented roles", () => {
  test("let the dashboard create its tables and run, and nothing else.", async () => {
    const { as } = world.open({ secret })
    const ask = as(await world.signIn("admin@demo.test", { secret }))
    const view = { report: "departments", name: "Own", search: "", role: null }
    await ask("POST", "/api/views", { body: view })
    await ask("POST", "/api/sync", { body: { operation: "departments", action: "start" } })
    const isCopied = async () => (await ask("GET", "/api/sync")).body.lists[0].isComplete
    await expect.poll(isCopied).toBe(true)
    for (const sql of [
      "create role another",
      "create database another",
      "select pg_read_file('postgresql.conf')",
    ])
      await expect(query(urlAs("reports_owner"), sql), sql).rejects.toThrow(/denied/)
  })

  test("let the reader read everything and change nothing, and let nobody else in.", async () => {
    const reader = urlAs("reports_reader")
    expect(await query(reader, "select name from dashboard.saved_view")).toEqual([{ name: "Own" }])
    expect((await query(reader, "select from replica.department")).length).toBeGreaterThan(0)
    const refused = [
      "insert into dashboard.default_view select 'departments', 'person', 'x', id from dashboard.saved_view",
      "update dashboard.saved_view set name = 'x'",
      "delete from dashboard.edit",
      "drop table dashboard.edit",
      "create table dashboard.another (id int)",
      "create schema another",
      "create table public.another (id int)",
    ]
    for (const sql of refused)
      await expect(query(reader, sql), sql).rejects.toThrow(/denied|must be owner/)
    await expect(query(urlAs("passer_by"), "select 1")).rejects.toThrow(/denied/)
  })
})
