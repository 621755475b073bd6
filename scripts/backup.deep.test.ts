import { execFile, execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type CompanyWorld, openCompanyWorld } from "@/lib/server/testing/company-world"
import { type FillingPerson, fillCompany, signInAll } from "@/lib/server/testing/fill-company"
import { demoClient } from "@/service/identity/demo-client"
import { guidOf } from "@/service/testing/small-data"
import { query } from "./postgres/test-clusters"
import { root } from "./root"
import { findDumpPrograms } from "./testing/dump-programs"
import { locateSource, startTestServer, type TestServer } from "./testing/test-servers"

const source = locateSource()
if (typeof source === "string") console.log(`Backup and restore are not tested. ${source}`)

const secret = "a secret of at least thirty-two characters"
const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-backup-"))

let server: TestServer
let world: CompanyWorld
let people: readonly (FillingPerson & { readonly cookie: string })[]
let before: ReadonlyMap<string, string>
let file: { readonly id: string; readonly text: string }

/** The shell commands in a section of docs/operations.md. */
const commandsOf = (section: string) => {
  const text = readFileSync(join(root, "docs/operations.md"), "utf8")
  const own = text.split(/^## /m).find((each) => each.startsWith(`${section}\n`)) ?? ""
  return /```sh\n([\s\S]*?)```/.exec(own)?.[1] ?? "exit 1"
}

function run(section: string) {
  const programs = findDumpPrograms(15, process.env)
  execFileSync("sh", ["-ec", commandsOf(section)], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [programs?.folder, process.env["PATH"]].join(delimiter),
      DATABASE_URL: server.url("dashboard"),
      ADMINISTRATION_URL: server.url("postgres"),
      RESTORED_URL: server.url("restored"),
    },
    stdio: "pipe",
  })
}

/** Each table and sequence of the dashboard with its number of rows and a checksum. */
async function checksums(url: string): Promise<ReadonlyMap<string, string>> {
  const relations = await query(
    url,
    `select nspname as schema, relname as name, relkind = 'S' as "isSequence"
     from pg_class join pg_namespace n on n.oid = relnamespace
     where nspname in ('dashboard', 'replica') and relkind in ('r', 'S') order by 1, 2`,
  )
  const sums = new Map<string, string>()
  for (const { schema, name, isSequence } of relations) {
    const relation = `"${schema}"."${name}"`
    const text = isSequence
      ? `select last_value || ' ' || is_called as sum from ${relation}`
      : `select count(*) || ' ' || coalesce(md5(string_agg(one_row::text, E'\\n' order by one_row::text)), '') as sum
         from ${relation} one_row`
    const [row] = await query(url, text)
    sums.set(relation, `${row?.["sum"]}`)
  }
  return sums
}

beforeAll(async () => {
  if (typeof source === "string") return
  server = await startTestServer({ source })
  for (const name of ["dashboard", "platform"])
    await query(server.url("postgres"), `create database ${name} template template0`)
  const [databaseUrl, platformDatabaseUrl] = [server.url("dashboard"), server.url("platform")]
  world = await openCompanyWorld({ databaseUrl, platformDatabaseUrl })
  const person = { name: "Ann Ager", roles: ["admin", "hr", "analyst"], title: "Everything" }
  world.identity.people.push(
    { ...person, id: guidOf("userId 0"), email: "ann@planted.test" },
    { ...person, id: guidOf("userId 1"), email: "bo@planted.test" },
  )
  const { as, stop } = world.open({ secret })
  const signIns = [
    { email: "ann@planted.test", mark: "Ann" },
    { email: "bo@planted.test", mark: "Bo" },
  ]
  people = await signInAll(world, { secret, people: signIns }, as)
  await fillCompany(world, people, `id,name\n${guidOf("userId 0")},Ann Ager\n`)
  const [ann] = people
  const [{ id }] = (await ann?.ask("GET", "/api/exports"))?.body.exports ?? []
  file = { id, text: (await ann?.ask("GET", `/api/exports/${id}/file`))?.body }
  await stop()
  before = await checksums(databaseUrl)
})
afterAll(async () => {
  await world?.stop()
  await server?.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(typeof source === "string")(
  "A database that was backed up, destroyed and restored",
  () => {
    test("has every table and sequence with the same rows as before.", async () => {
      const filled = [...before.values()].filter((sum) => !sum.startsWith("0 ")).length
      expect(filled).toBeGreaterThan(35)
      run("Backup")
      await query(server.url("postgres"), `drop database dashboard with (force)`)
      run("Restore")
      const after = await checksums(server.url("restored"))
      expect(after).toEqual(before)
      console.log(`${after.size} tables and sequences are equal, ${filled} of them with rows.`)
    })

    test("works with a dashboard: sessions and stored tokens are valid, and saved data is there.", async () => {
      const url = server.url("restored")
      // The identity provider must be called again, with the tokens that were stored encrypted.
      await query(
        url,
        "update dashboard.session set confirmed_at = confirmed_at - interval '5 min'",
      )
      const { as, stop } = world.open({ secret }, { DATABASE_URL: url })
      for (const { cookie, mark } of people) {
        const ask = as(cookie)
        expect((await ask("GET", "/api/session")).body.session).toBeTruthy()
        const { views } = (await ask("GET", "/api/views/all")).body
        expect(views.map(({ name }: { name: string }) => name)).toContain(`Own ${mark}`)
      }
      const ask = as(people[0]?.cookie ?? "")
      expect((await ask("GET", `/api/exports/${file.id}/file`)).body).toBe(file.text)
      const lists = (await ask("GET", "/api/sync")).body.lists
      expect(lists.every((list: { isComplete: boolean }) => list.isComplete)).toBe(true)
      await ask("POST", "/api/sync", { body: { operation: "departments", action: "recheck" } })
      await stop()
    })

    test("passes `npm run doctor`.", async () => {
      const doctor = promisify(execFile)(
        process.execPath,
        [join(root, "scripts/run.mjs"), "doctor"],
        {
          cwd: root,
          env: {
            ...process.env,
            DATABASE_URL: server.url("restored"),
            REPORTING_API_URL: world.service.url,
            REPORTING_TOKEN_URL: `${world.service.origin}/oidc/token`,
            REPORTING_CLIENT_ID: demoClient.id,
            REPORTING_CLIENT_SECRET: demoClient.secret,
            AUTH_OIDC_ISSUER: world.identity.issuer,
            AUTH_OIDC_CLIENT_ID: demoClient.id,
            AUTH_OIDC_CLIENT_SECRET: demoClient.secret,
            NEXTAUTH_SECRET: secret,
            NEXTAUTH_URL: world.origin,
            WORKSPACE_FILE: world.workspaceFile,
          },
        },
      )
      // A fault ends it with exit code 1, which throws.
      expect((await doctor).stdout).toMatch(/✓ The settings are complete/)
    })
  },
)
