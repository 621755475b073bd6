import { execFileSync, spawnSync } from "node:child_process"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { query } from "@/scripts/postgres/test-clusters"
import { root } from "@/scripts/root"
import { findDumpPrograms } from "@/scripts/testing/dump-programs"
import { locateSource, startTestServer, type TestServer } from "@/scripts/testing/test-servers"
import { guidOf } from "@/service/testing/small-data"
import { catalogue } from "../../catalogue"
import { openPool, snakeCase } from "../../db"
import { type CompanyWorld, openCompanyWorld } from "../testing/company-world"
import { fillCompany, signInAll } from "../testing/fill-company"
import { type Erasure, erasePerson, findPersonToErase } from "./erase-person"
import { dashboardErasure, isOnlyGrowing, replicaErasure } from "./person-tables"

const source = locateSource()
if (typeof source === "string") console.log(`Erasing is not tested in a dump. ${source}`)
const isPossible = typeof source !== "string"

const secret = "a secret of at least thirty-two characters"
/** The person in the first records of the small test data. */
const person = {
  id: guidOf("userId 0"),
  email: "quenby.zyxwell@planted.test",
  name: "Quenby Zyxwell",
  roles: ["admin", "analyst", "hr"],
  title: "Goes",
}
const stays = {
  ...person,
  id: guidOf("somebody else"),
  email: "odd.fjord@planted.test",
  name: "Odd Fjord",
  title: "Stays",
}
const names = `id,name,email
${person.id},${person.name},${person.email}
${stays.id},${stays.name},${stays.email}
`

let server: TestServer
let world: CompanyWorld
let url: string
let erasure: Erasure
let before: string
let after: string
let rowsBefore: Map<string, string[]>

/** The whole database as pg_dump text. */
function dump(): string {
  const programs = findDumpPrograms(15, process.env)
  const args = ["--format=plain", `--dbname=${url}`]
  return execFileSync(`${programs?.folder}/pg_dump`, args, { maxBuffer: 1 << 30 }).toString(
    "latin1",
  )
}

const pool = () => openPool(url, { max: 2 })

/** All rows of the dashboard's and the copies' tables, as text, by table. */
async function readOthersRows() {
  const tables = await query(
    url,
    `select schemaname as schema, tablename as name from pg_tables where schemaname in ('dashboard', 'replica')`,
  )
  const read = new Map<string, string[]>()
  for (const { schema, name } of tables) {
    const rows = await query(url, `select one_row::text as text from "${schema}"."${name}" one_row`)
    read.set(
      `${schema}.${name}`,
      rows.map(({ text }) => `${text}`),
    )
  }
  return read
}

beforeAll(async () => {
  if (typeof source === "string") return
  server = await startTestServer({ source })
  for (const name of ["dashboard", "platform"])
    await query(server.url("postgres"), `create database ${name} template template0`)
  url = server.url("dashboard")
  world = await openCompanyWorld({ databaseUrl: url, platformDatabaseUrl: server.url("platform") })
  world.identity.people.push(person, stays)
  const { as, stop } = world.open({ secret })
  const people = await signInAll(
    world,
    {
      secret,
      people: [
        { email: person.email, mark: person.id },
        { email: stays.email, mark: "somebody" },
      ],
    },
    as,
  )
  await fillCompany(world, people, names)
  const ask = people[1]?.ask
  // A colleague's note about the person.
  await ask?.("POST", `/api/kpis/${guidOf("dataSet")}/notes`, {
    body: {
      from: "2026-01-01",
      to: "2026-01-01",
      text: `Ask ${person.name} <${person.email}>`,
      role: null,
    },
  })
  // A request by an analyst, who sees only groups, forms the disclosed points.
  const analyst = as(await world.signIn("analyst@demo.test", { secret }))
  await analyst("GET", `/api/kpis/${guidOf("dataSet")}/series?measure=sum&bucket=month`)
  const readPoints = async () => (await query(url, "select from replica.told_point limit 1")).length
  await vi.waitFor(async () => expect(await readPoints()).toBe(1), { timeout: 60_000 })
  await stop()
  before = dump()
  rowsBefore = await readOthersRows()
  const open = pool()
  const found = await findPersonToErase(open, [person.id])
  expect(found).toEqual({ ids: [person.id], names: [person.name], emails: [person.email] })
  erasure = await erasePerson({ pool: open, catalogue, person: found, replacesNames: true })
  await open.end()
  after = dump()
})
afterAll(async () => {
  await world?.stop()
  await server?.remove()
})

/** Tables of copies that are no records but from which a person is erased in the same way. */
const likeRecords = ["told_point"]

describe.skipIf(!isPossible)("A person with data in every table", () => {
  test("is covered by a rule in each table, unless the table has records of the platform.", () => {
    const records = Object.keys(catalogue.records).map(snakeCase)
    const unknown = [...rowsBefore.keys()].filter((full) => {
      const [schema, table = ""] = full.split(".")
      if (schema === "dashboard") return !(table in dashboardErasure) && !isOnlyGrowing(table)
      const isOfRecords = records.some((record) => table.startsWith(record))
      return !(table in replicaErasure) && !isOfRecords && !likeRecords.includes(table)
    })
    expect(rowsBefore.size).toBeGreaterThan(50)
    expect(unknown).toEqual([])
  })

  test("had rows in every table that has a rule.", () => {
    const done = new Set(erasure.counts.map(({ table }) => table))
    const ruled = Object.entries(dashboardErasure).flatMap(([table, steps]) =>
      steps.length > 0 && !isOnlyGrowing(table) && table !== "audit_person"
        ? [`dashboard.${table}`]
        : [],
    )
    expect(ruled.filter((table) => !done.has(table))).toEqual([])
    for (const table of [
      "sync_list",
      "course_participation",
      "data_point",
      "told_point",
      "content_post",
    ])
      expect(
        [...done].some((name) => name.startsWith(`replica.${table}`)),
        table,
      ).toBe(true)
  })

  test("is in no byte of a dump after the erasure, by id, name or e-mail.", () => {
    for (const text of [person.id, person.name, person.email, person.id.toUpperCase()]) {
      if (text !== person.id.toUpperCase()) expect(before).toContain(text)
      expect(after).not.toContain(text)
      expect(after).not.toContain(Buffer.from(text).toString("hex"))
      expect(after).not.toContain(Buffer.from(text).toString("base64").slice(0, -4))
    }
    expect(erasure.counts.filter(({ does }) => does === "left")).toEqual([])
    expect(after).toContain(erasure.label)
  })

  test("is erased without changing rows that lack their data.", async () => {
    const now = await readOthersRows()
    const isTheirs = (row: string) =>
      [person.id, person.name, person.email].some((text) => row.includes(text))
    const changedByDesign = [
      "dashboard.export_job",
      "dashboard.export_page",
      "dashboard.export_part",
      "replica.sync_list",
      "dashboard.hidden_view",
      "dashboard.default_view",
    ]
    let compared = 0
    for (const [table, rows] of rowsBefore) {
      if (changedByDesign.includes(table)) continue
      const left = new Set(now.get(table))
      const others = rows.filter((row) => !isTheirs(row))
      compared += others.length
      expect(
        others.filter((row) => !left.has(row)),
        table,
      ).toEqual([])
    }
    expect(compared).toBeGreaterThan(30)
  })

  test("is shown as an erased person in the activity and in views, and the dashboard works.", async () => {
    const { as } = world.open({ secret })
    const cookie = await world.signIn(stays.email, { secret })
    const ask = as(cookie)
    const edits = (await ask("GET", "/api/activity")).body
    expect(JSON.stringify(edits)).toContain(erasure.label)
    const views = (await ask("GET", "/api/views/all")).body.views
    expect(views.some((view: { ownerName: string }) => view.ownerName === erasure.label)).toBe(true)
    expect(
      (await ask("GET", "/api/exports")).body.exports.map(
        ({ operation }: { operation: string }) => operation,
      ),
    ).toEqual(["notification-channels"])
  })

  test("is no longer found, and erasing them again changes nothing.", async () => {
    const open = pool()
    const found = await findPersonToErase(open, [person.id])
    expect(found).toEqual({ ids: [person.id], names: [], emails: [] })
    const again = await erasePerson({ pool: open, catalogue, person: found })
    await open.end()
    expect(again.counts.filter(({ table }) => table !== "dashboard.export_job")).toEqual([])
  })

  test("is erased by a command that first shows whom it would erase and then what it erased.", async () => {
    const erase = (...given: string[]) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(root, "scripts/run.mjs"), "erase", ...given],
        { cwd: root, env: { ...process.env, DATABASE_URL: url }, encoding: "utf8" },
      )
      return { status, output: `${stdout}${stderr}` }
    }
    const count = () =>
      query(url, "select count(*)::int as rows from dashboard.saved_view where owner <> ''")
    const saved = await count()
    const [{ id: number } = { id: undefined }] = await query(
      url,
      `select id::text from dashboard.audit_person where subject = '${stays.id}'`,
    )
    expect(number).toBeTypeOf("string")
    const looked = erase(stays.id)
    expect(looked.status).toBe(1)
    expect(looked.output).toContain(`${stays.id} (${stays.name}, ${stays.email})`)
    expect(looked.output).toContain("Nothing is changed. Say --yes to erase this person.")
    expect(await count()).toEqual(saved)
    const done = erase(stays.id, "--yes")
    expect(done.output).toMatch(/^dashboard\.saved_view: 1 removed$/m)
    expect(done.output).toMatch(/it is by "erased person [\da-f]{8}"/)
    expect(done.status).toBe(0)
    expect(dump()).not.toContain(stays.id)
    expect(erase().output).toContain("node scripts/run.mjs erase ID")
    const events = await query(
      url,
      `select kind, (details ->> 'rows')::int as rows from dashboard.audit_event where about = '${number}' order by at`,
    )
    expect(events.at(-1)).toMatchObject({ kind: "person_erased" })
    expect(events.at(-1)?.["rows"]).toBeGreaterThan(0)
  })
})
